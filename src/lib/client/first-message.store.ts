import { atom, type ReadableAtom } from 'nanostores';
import { listChannels } from '../contract/channels.ts';
import type { ReadingValue } from '../contract/common.ts';
import type { LiveEvent } from '../contract/events.ts';
import { type StoreDeps, viewOf } from './store-deps.ts';

interface KeyValue {
  key: string;
  value: ReadingValue;
}
export type FirstMessageState = { status: 'waiting' } | { status: 'arrived'; values: readonly KeyValue[] };

export interface FirstMessageStore {
  $state: ReadableAtom<FirstMessageState>;
  start(): () => void;
}

/** Values of a message that are shown; a logger may have many channels. */
const SHOWN = 4;

/** Waits for the first values of a logger; after a hole in the stream it looks whether they have come meanwhile. */
export function createFirstMessage(deps: Pick<StoreDeps, 'live' | 'call' | 'organization'>, datalogger: string): FirstMessageStore {
  const view = viewOf(deps);
  const $state = atom<FirstMessageState>({ status: 'waiting' });
  const arrive = (values: readonly KeyValue[]) => {
    if ($state.get().status === 'waiting' && values.length > 0) $state.set({ status: 'arrived', values: values.slice(0, SHOWN) });
  };

  async function look(): Promise<void> {
    try {
      const { items } = await view.call(listChannels, {
        params: { organization_id: deps.organization },
        query: { datalogger_id: datalogger },
      });
      arrive(items.flatMap(({ key, last }) => (last ? [{ key, value: last.value }] : [])));
    } catch {
      // The stream goes on; the next message is shown all the same.
    }
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void look();
    else if (event.name === 'values' && event.data.datalogger_id === datalogger)
      arrive(event.data.channels.map(({ key, value }) => ({ key, value })));
  }
  return { $state, start: () => view.start(hear) };
}
