import type { ChannelsStore } from '../../lib/client/dataloggers/channels.store.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { Picked } from '../ui/table/picking.tsx';
import { type Refusal, useBulk } from '../ui/useBulk.ts';

export const isEmpty = ({ first_ts, last, ahead_ts }: Channel): boolean => first_ts === null && last === null && ahead_ts === null;

/** What can be done with channels, one or many. */
export interface ChannelActs {
  busy: boolean;
  refusals: readonly Refusal[];
  archive(rows: readonly Channel[]): void;
  restore(rows: readonly Channel[]): void;
  /** Of those without readings only. */
  remove(rows: readonly Channel[]): void;
  /** Asks for the logger. */
  move(rows: readonly Channel[]): void;
  /** Asks for the channel that takes it in. */
  merge(row: Channel): void;
  moveTo(rows: readonly Channel[], logger: { id: string; name: string }): void;
}

/** Everything is done at once, and taken back from the toast. */
export function useChannelActs(
  store: ChannelsStore,
  $picked: Picked,
  { onMove, onMerge }: { onMove: (rows: readonly Channel[]) => void; onMerge: (row: Channel) => void },
): ChannelActs {
  const t = useT();
  const { busy, refusals, run } = useBulk<Channel, (row: Channel) => Promise<Channel>>({
    $picked,
    save: (row, act) => act(row),
    settle: store.load,
  });
  const archived = (value: boolean) => () => (row: Channel) => store.change(row, { archived: value });
  return {
    busy,
    refusals,
    archive: (rows) => void run(rows, archived(true), (count) => t('channel-life:bulk.archived', { count }), archived(false)),
    restore: (rows) => void run(rows, archived(false), (count) => t('channel-life:bulk.restored', { count }), archived(true)),
    remove: (rows) =>
      void run(
        rows,
        () => store.remove,
        (count) => t('channel-life:bulk.removed', { count }),
        (before) => () => store.bringBack(before),
      ),
    move: onMove,
    merge: onMerge,
    moveTo: (rows, { id, name }) =>
      void run(
        rows,
        () => (row) => store.change(row, { datalogger_id: id }),
        (count) => t('channel-life:bulk.moved', { count, place: name }),
        ({ datalogger_id }) =>
          (row) =>
            store.change(row, datalogger_id === null ? {} : { datalogger_id }),
      ),
  };
}
