import { atom, type ReadableAtom } from 'nanostores';
import { type Channel, listChannels } from '../../contract/channels.ts';
import type { ReadingValue } from '../../contract/common.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { getReceivedData, type IngestError, listReceivedData, type ReceivedData } from '../../contract/received-data.ts';
import { isRefused } from '../../contract/received-status.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';
import { isOfChannels } from './newest.ts';

interface KeyValue {
  key: string;
  value: ReadingValue;
  /** How its channel writes values; null until that is known. */
  of: Channel | null;
}
/**
 * A message that gave no value: which, when, and the first thing that was wrong; null = its logger takes no messages, or of one that isn't
 * refused: nothing in it was wrong, it only holds nothing that is read. Its body where it is whole, and text.
 */
export interface Unread {
  status: 'refused' | 'empty';
  id: string;
  at: string;
  error: IngestError | null;
  body: string | null;
}
/** The body of a message that gave values, as far as it is whole and text; `error` is the first thing in it that was wrong. */
export type ReadMessage = Pick<Unread, 'body' | 'error'>;
export type FirstMessageState =
  | { status: 'waiting' }
  | Unread
  /** `read` is the message that brought them, once it is known what else is in it. */
  | { status: 'arrived'; values: readonly KeyValue[]; read: ReadMessage | null };

export interface FirstMessageStore {
  $state: ReadableAtom<FirstMessageState>;
  start(): () => void;
}

/** Values of a message that are shown; a logger may have many channels. */
const SHOWN = 4;

const gaveNothing = ({ status, points }: Pick<ReceivedData, 'status' | 'points'>): boolean => isRefused(status) || points === 0;

/**
 * Waits for the first values of a logger and tells why a message brought none; after a hole in the stream it looks what came meanwhile.
 * @param since ever: what came before is looked at too
 */
export function createFirstMessage(
  deps: Pick<StoreDeps, 'live' | 'call' | 'organization'>,
  datalogger: string,
  since: 'now' | 'ever' = 'now',
): FirstMessageStore {
  const view = viewOf(deps);
  const $state = atom<FirstMessageState>({ status: 'waiting' });
  const params = { organization_id: deps.organization };
  let isTold = false;
  let read: ReadMessage | null = null;
  const arrive = (values: readonly KeyValue[]) => {
    if ($state.get().status !== 'arrived' && values.length > 0) $state.set({ status: 'arrived', values: values.slice(0, SHOWN), read });
  };
  const channels = async () => (await view.call(listChannels, { params, query: { datalogger_id: datalogger } })).items;

  /** How the values that are shown are written, once their channels say so. */
  async function write(): Promise<void> {
    try {
      const byKey = new Map((await channels()).map((channel) => [channel.key, channel]));
      const state = $state.get();
      if (state.status === 'arrived')
        $state.set({ ...state, values: state.values.map((one) => ({ ...one, of: byKey.get(one.key) ?? null })) });
    } catch {
      // They stay as they came.
    }
  }

  async function tell({ id, received_at: at, status }: ReceivedData): Promise<void> {
    try {
      const { errors, body, body_cut } = await view.call(getReceivedData, { params: { ...params, id } });
      const state = $state.get();
      // Answers may overtake each other; ids are in the order of receipt.
      if (state.status === 'waiting' || (state.status !== 'arrived' && state.id < id))
        $state.set({ status: isRefused(status) ? 'refused' : 'empty', id, at, error: errors[0] ?? null, body: body_cut ? null : body });
    } catch {
      // The next one is told.
    }
  }

  /** What else is in the first message that gave values: it may hold more than was read of it. */
  async function tellRead({ id }: ReceivedData): Promise<void> {
    if (isTold) return;
    isTold = true;
    try {
      const { errors, body, body_cut } = await view.call(getReceivedData, { params: { ...params, id } });
      read = { error: errors[0] ?? null, body: body_cut ? null : body };
      const state = $state.get();
      if (state.status === 'arrived') $state.set({ ...state, read });
    } catch {
      // The values are shown all the same.
    }
  }

  async function look(): Promise<void> {
    try {
      arrive((await channels()).flatMap((of) => (of.last ? [{ key: of.key, value: of.last.value, of }] : [])));
      if ($state.get().status === 'arrived') return;
      const [newest] = (await view.call(listReceivedData, { params, query: { datalogger_id: datalogger, limit: '1' } })).items;
      if (newest && gaveNothing(newest)) await tell(newest);
    } catch {
      // The stream goes on; the next message is shown all the same.
    }
  }

  function hear(event: LiveEvent): void {
    // What was refused may be read again: then values come without a message.
    if (event.name === 'reset' || isOfChannels(event, datalogger)) void ($state.get().status === 'arrived' ? write() : look());
    else if (event.name === 'values' && event.data.datalogger_id === datalogger) {
      if ($state.get().status === 'arrived') return;
      arrive(event.data.channels.map(({ key, value }) => ({ key, value, of: null })));
      void write();
    } else if (event.name === 'received' && event.data.datalogger_id === datalogger)
      void (gaveNothing(event.data) ? tell(event.data) : tellRead(event.data));
  }
  return { $state, start: () => view.start(hear, { isShown: () => since === 'now' || $state.get().status !== 'waiting', load: look }) };
}
