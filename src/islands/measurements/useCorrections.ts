import type { Label } from '../../lib/client/measurements/corrections.ts';
import { type Edge, edgeAt } from '../../lib/client/measurements/edges.ts';
import type { Draft } from '../../lib/client/measurements/pen.ts';
import type { Correction } from '../../lib/client/measurements/taps.store.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import type { Work } from './work.ts';

/** Comes with the first correction: most people only look. */
const verbs = () => import('../../lib/client/measurements/corrections.ts');
type Verbs = Awaited<ReturnType<typeof verbs>>;

/** Corrections of entries: applied at once, each with its way back. */
export function useCorrections({ stores: { taps }, day, look, now, board, shown }: Work) {
  const t = useT();
  const format = useFormat();
  const refuse = (error: unknown) => toast({ kind: 'alarm', text: `${t('measurements:failed')}: ${t(`errors:${failureOf(error).code}`)}` });
  const send = async (make: (by: Verbs) => readonly Draft[], text: string): Promise<void> => {
    try {
      const correction = await taps.correct(make(await verbs()), text);
      if (correction) toast({ text, action: { text: t('measurements:undo'), run: () => void taps.undo(correction).catch(refuse) } });
    } catch (error) {
      refuse(error);
    }
  };
  const nameOf = (label: Label) => look({ kind: label.kind, activity: label.kind === 'state' ? label.activity : null }).name;
  const times = (count: number) => ({ count, n: format.number(count) });
  const many = (entries: readonly Entry[]) => times(entries.length);
  /** Of a page that is gone only the taps are left, not its words. */
  const wordsOf = async (correction: Correction<string>): Promise<string> => {
    if (correction.label !== null) return correction.label;
    const { kind, count, label, at } = (await verbs()).summaryOf(correction.taps, day);
    const time = at === null ? '' : shown.time(at);
    switch (kind) {
      case 'moved':
        return t('measurements:done.moved', { time });
      case 'split':
        return t('measurements:done.split', { time });
      case 'relabelled':
        return t('measurements:done.relabelled', { ...times(count), name: label ? nameOf(label) : '' });
      case 'merged':
        return t('measurements:done.merged', times(count));
      case 'rated':
        return t('measurements:done.rated', times(count));
      case 'excluded':
      case 'included':
      case 'referred':
        await ready('measurement-tabs');
        return t(`measurement-tabs:readings.done.${kind}`);
      case 'noted':
        return t('measurements:done.noted');
    }
  };
  return {
    edgeAt: (lane: string, index: number): Edge | null => edgeAt(day, lane, index, day.stop, now),
    move: (edge: Edge, at: number) => send((by) => by.move(day, edge.tap, at), t('measurements:done.moved', { time: shown.time(at) })),
    relabel: (entries: readonly Entry[], label: Label) =>
      send((by) => by.relabel(day, entries, label), t('measurements:done.relabelled', { ...many(entries), name: nameOf(label) })),
    split: async (entry: Entry, at: number) => {
      const before = new Set(day.entries.keys());
      await send((by) => by.split(day, entry, at), t('measurements:done.split', { time: shown.time(at) }));
      // The new part is what is most likely to be renamed next.
      const state = taps.$state.get();
      const made =
        state.status === 'ready' ? state.lanes.get(entry.lane)?.find(({ id, from }) => !before.has(id) && from === Math.round(at)) : null;
      if (made) board.$selected.set(new Set([made.id]));
    },
    merge: async (entries: readonly Entry[]) => {
      await send((by) => by.merge(day, entries), t('measurements:done.merged', many(entries)));
      board.$selected.set(new Set(entries.slice(0, 1).map(({ id }) => id)));
    },
    rate: (entries: readonly Entry[], rating: number | null) =>
      send((by) => by.rate(day, entries, rating), t('measurements:done.rated', many(entries))),
    annotate: (entry: Entry, text: string) => send((by) => by.annotate(day, [entry], text), t('measurements:done.noted')),
    /** Of parts that come later, with the words that they bring. */
    send,
    undo: async () => {
      try {
        const correction = await taps.undo();
        if (correction) toast({ kind: 'info', text: t('measurements:done.undone', { what: await wordsOf(correction) }) });
      } catch (error) {
        refuse(error);
      }
    },
    redo: async () => {
      try {
        const correction = await taps.redo();
        if (correction) toast({ kind: 'info', text: t('measurements:done.redone', { what: await wordsOf(correction) }) });
      } catch (error) {
        refuse(error);
      }
    },
  };
}
export type Corrections = ReturnType<typeof useCorrections>;
