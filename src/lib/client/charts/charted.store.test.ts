import { describe, expect, it } from 'vitest';
import { type ChannelChoice, listChannelChoices } from '../../contract/channels.ts';
import { flushPromises, world } from '../kernel/store-testing.ts';
import { createCharted, fromEach } from './charted.store.ts';

const choice = (id: string, logger: string) =>
  ({
    channel: { id, datalogger_id: logger, first_ts: null, last: null, ahead_ts: null, failing_ts: null },
    datalogger: { id: logger, name: logger },
    machine: null,
    interval_s: null,
  }) as unknown as ChannelChoice;
const NOTHING = { channels: [], dataloggers: [], machine: null };
const idsOf = (store: ReturnType<typeof createCharted>) => {
  const state = store.$state.get();
  return state.status === 'ready' ? state.choices.map(({ channel }) => channel.id) : state.status;
};

describe('the channels of a chart', () => {
  it('stand in the order in which they were chosen, without one that nobody may see any more', async () => {
    const { deps, answer } = world();
    answer(listChannelChoices, () => ({ items: [choice('a', 'x'), choice('b', 'x')], more: false }));
    const store = createCharted(deps, { ...NOTHING, channels: ['b', 'gone', 'a'] });
    store.start();
    await flushPromises();
    expect(idsOf(store)).toEqual(['b', 'a']);
    store.add(choice('c', 'y'));
    store.add(choice('c', 'y'));
    store.remove('b');
    expect(idsOf(store)).toEqual(['a', 'c']);
  });

  it('are of each logger that it is opened with, and nothing is asked where nothing is chosen', async () => {
    const { deps, answer, calls } = world();
    answer(listChannelChoices, () => ({ items: ['a', 'b', 'c'].map((id) => choice(id, 'x')).concat(choice('d', 'y')), more: false }));
    expect(fromEach(['a', 'b', 'c'].map((id) => choice(id, 'x')).concat(choice('d', 'y')), 3).map(({ channel }) => channel.id)).toEqual([
      'a',
      'd',
      'b',
    ]);
    const empty = createCharted(deps, NOTHING);
    empty.start();
    await flushPromises();
    expect([idsOf(empty), calls.length]).toEqual([[], 0]);
    const store = createCharted(deps, { ...NOTHING, dataloggers: ['x', 'y'] });
    store.start();
    await flushPromises();
    expect(idsOf(store)).toEqual(['a', 'd', 'b', 'c']);
  });
});
