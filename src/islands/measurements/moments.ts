import { useMemo } from 'react';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { Telling } from '../timeline/telling.ts';
import type { Work } from './work.ts';

/** Something that was noted at a moment and lasts no time, in the words of the page. */
export interface Moment {
  id: string;
  at: number;
  /** Null: of the whole measurement. */
  lane: string | null;
  kind: 'note' | 'point' | 'count';
  what: string;
}

/** Notes and events, then pieces, each in time. */
export function useMoments({ day, look }: Pick<Work, 'day' | 'look'>): readonly Moment[] {
  const format = useFormat();
  const { points, counted, notes } = day.timeline;
  return useMemo(() => {
    const inTime = (a: Moment, b: Moment) => a.at - b.at;
    const nameOf = (activity: string | null) => (activity === null ? null : look({ kind: 'state', activity }).name);
    const words = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
    const signed = (by: number) => (by > 0 ? `+${format.number(by)}` : format.number(by));
    return [
      ...[
        ...notes.map(({ id, at, lane, text }): Moment => ({ id, at, lane, kind: 'note', what: text })),
        ...points.map(({ id, at, lane, activity, note }): Moment => ({ id, at, lane, kind: 'point', what: words(nameOf(activity), note) })),
      ].sort(inTime),
      ...counted
        .map(({ id, at, lane, activity, by }): Moment => ({ id, at, lane, kind: 'count', what: words(nameOf(activity), signed(by)) }))
        .sort(inTime),
    ];
  }, [points, counted, notes, look, format]);
}

/** What the marks of each lane say, with the remarks of its entries, in time; what is of no lane stands on the first one. */
export function useTellings(
  work: Pick<Work, 'day' | 'look' | 'lanes' | 'shown'> & { end: number },
): ReadonlyMap<string, readonly Telling[]> {
  const { day, look, lanes, shown, end } = work;
  const t = useT();
  const moments = useMoments(work);
  return useMemo(() => {
    const first = lanes[0]?.id ?? '';
    const all = [
      ...moments.map(({ id, at, lane, kind, what }) => ({
        id,
        at,
        lane: lane ?? first,
        text: `${shown.time(at)} · ${t(`measurements:moments.kinds.${kind}`)}: ${what}`,
      })),
      // Their corner stands where the entry ends.
      ...[...day.entries.values()].flatMap((entry) =>
        entry.note === null || entry.note === ''
          ? []
          : {
              id: `${entry.id} note`,
              at: entry.to ?? end,
              lane: entry.lane,
              text: `${shown.time(entry.from)} · ${look(entry).name}: ${entry.note}`,
            },
      ),
    ].sort((a, b) => a.at - b.at);
    return Map.groupBy(all, ({ lane }) => lane);
  }, [moments, day, look, lanes, shown, end, t]);
}
