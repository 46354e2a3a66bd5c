import { expect, it } from 'vitest';
import words from '../../../../../locales/cs/shared-recording.json' with { type: 'json' };
import { testLocation } from '../../testing/testing.ts';
import { builtServer } from './testing.ts';

it('a page asks in the name of the address of its visitor: what one opens too often stays open to others', async () => {
  const { dataDir } = await testLocation('sqlite');
  const { url } = await builtServer({ DATA_DIR: dataDir, TRUST_PROXY: '1' });
  const by = (address: string) => ({ 'X-Forwarded-For': address });
  const page = async (address: string) => (await fetch(`${url}/shared/recording/rs_unknown`, { headers: by(address) })).text();
  const isBusy = async (address: string) => (await page(address)).includes(`>${words.busy.title}<`);
  expect(await isBusy('203.0.113.1')).toBe(false);
  for (let n = 0; n < 120; n++)
    await fetch(`${url}/v1/shared/recordings`, {
      method: 'POST',
      headers: { ...by('203.0.113.1'), 'Content-Type': 'application/json' },
      body: JSON.stringify({ token: 'rs_unknown' }),
    });
  expect(await isBusy('203.0.113.1')).toBe(true);
  expect(await isBusy('203.0.113.2')).toBe(false);
}, 60_000);
