import { describe, expect, it } from 'vitest';
import { getSendingAddresses } from '../../contract/ingest.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createSendingAddress } from './sending-address.ts';

const HOME = { origin: 'http://localhost:4321', hostname: 'localhost' };
const ELSEWHERE = { origin: 'http://log.local:4321', hostname: 'log.local' };

describe('the address that devices send to', () => {
  it.each([
    ['the site’s own', HOME, { site: 'https://log.example.com', machine: 'http://10.0.0.5:4321' }, 'https://log.example.com', false],
    [
      'that of the machine for a page of this machine',
      HOME,
      { site: null, machine: 'http://10.0.0.5:4321' },
      'http://10.0.0.5:4321',
      false,
    ],
    ['the one that the page was opened by', ELSEWHERE, { site: null, machine: 'http://10.0.0.5:4321' }, ELSEWHERE.origin, false],
    ['this machine’s, and that is said', HOME, { site: null, machine: null }, HOME.origin, true],
  ])('is %s', async (_, opened, answer, address, isLocal) => {
    const site = world();
    const mqtt = { port: 1883, tls: false };
    site.answer(getSendingAddresses, () => ({ ...answer, mqtt }));
    const store = createSendingAddress(site.deps, opened);
    store.start();
    await flushPromises();
    expect(store.$value.get()).toEqual({ address, isLocal, mqtt });
  });
});
