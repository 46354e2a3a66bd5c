import { REFERENCE_FIELDS, type ReferenceField, type TapKind } from '../../contract/tap-kinds.ts';
import type { CorrectedTap } from '../../domain/taps/corrected-taps.ts';
import type { Entry } from '../../domain/taps/entries.ts';
import { isBoundary, type Tap } from '../../domain/taps/tap.ts';
import type { Draft, Ground } from './pen.ts';

/** Corrections of a measurement: what has to be tapped so that its entries become others. Taps are only added. Milliseconds. */

/** What an entry can be made into: an activity, a pause, or time that nobody assigns. */
export type Label = { kind: 'state'; activity: string } | { kind: 'pause' } | { kind: 'unassigned' };

const laneOf = (ground: Ground, entry: Entry) => {
  const entries = ground.lanes.get(entry.lane) ?? [];
  return { entries, index: entries.findIndex(({ id }) => id === entry.id) };
};

/** A state that begins by itself, with what was said about the entry it takes the place of. */
function begin(id: string, lane: string, at: number, label: Label, said?: Pick<Entry, 'rating' | 'note' | 'excluded'>): Draft[] {
  const kind = label.kind === 'pause' ? 'pause' : 'switch';
  const drafts: Draft[] = [{ id, kind, lane, at, activity: label.kind === 'state' ? label.activity : null }];
  if (said?.rating != null) drafts.push({ kind: 'rate', target: id, value: said.rating });
  if (said?.note != null) drafts.push({ kind: 'annotate', target: id, text: said.note });
  if (said?.excluded != null) drafts.push({ kind: 'exclude', target: id, text: said.excluded });
  return drafts;
}

const labelOf = ({ kind, activity }: Entry): Label => (kind === 'state' && activity !== null ? { kind, activity } : { kind: 'unassigned' });

/** A return that has nothing to return to any more becomes a state of its own. */
const standAlone = (ground: Ground, entry: Entry): Draft[] => [
  { kind: 'retract', target: entry.id },
  ...begin(ground.newId(), entry.lane, entry.from, labelOf(entry), entry),
];

/** Returns after `index` that would lose what they return to when a state begins before them, up to the next state that begins by itself. */
function lostReturns(ground: Ground, entries: readonly Entry[], index: number): Draft[] {
  const drafts: Draft[] = [];
  let depth = 0;
  for (const entry of entries.slice(index)) {
    const kind = ground.taps.get(entry.id)?.tap.kind;
    if (kind === 'switch') break;
    if (kind === 'interrupt') depth++;
    else if (kind === 'return') {
      if (depth > 0) depth--;
      else drafts.push(...standAlone(ground, entry));
    }
  }
  return drafts;
}

/** The entry that returns from the interruption at `index`, if there is one. */
function returnFrom(ground: Ground, entries: readonly Entry[], index: number): Entry | null {
  let depth = 0;
  for (const entry of entries.slice(index + 1)) {
    const kind = ground.taps.get(entry.id)?.tap.kind;
    if (kind === 'switch') return null;
    if (kind === 'interrupt') depth++;
    else if (kind === 'return' && depth-- === 0) return entry;
  }
  return null;
}

/** Puts the beginning of an entry, or the end of the measurement, at another moment. */
export function move(ground: Ground, tap: string, at: number): Draft[] {
  const found = ground.taps.get(tap);
  if (!found) return [];
  // What moved it before counts from the same original moment.
  return [{ kind: 'move', target: tap, value: Math.round(at) - originOf(found) }];
}
const originOf = ({ tap, madeAt }: CorrectedTap): number => tap.at + (madeAt - tap.made_at);

export function relabel(ground: Ground, chosen: readonly Entry[], label: Label): Draft[] {
  return chosen.flatMap((entry): Draft[] => {
    const kind = ground.taps.get(entry.id)?.tap.kind;
    const { entries, index } = laneOf(ground, entry);
    if (kind === undefined) return label.kind === 'unassigned' ? [] : begin(ground.newId(), entry.lane, entry.from, label);
    if (kind !== 'pause' && label.kind !== 'pause')
      return [{ kind: 'relabel', target: entry.id, activity: label.kind === 'state' ? label.activity : null }];
    if (kind === 'pause' && label.kind === 'pause') return [];
    const after =
      kind === 'pause'
        ? lostReturns(ground, entries, index + 1)
        : kind === 'interrupt'
          ? [returnFrom(ground, entries, index)].flatMap((found) => (found ? standAlone(ground, found) : []))
          : [];
    return [{ kind: 'retract', target: entry.id }, ...begin(ground.newId(), entry.lane, entry.from, label, entry), ...after];
  });
}

/** Cuts an entry in two; the second part gets the label, or goes on as the first. */
export function split(ground: Ground, entry: Entry, at: number, label?: Label): Draft[] {
  const { entries, index } = laneOf(ground, entry);
  const second = label ?? (entry.kind === 'pause' ? { kind: 'pause' } : labelOf(entry));
  const pause = second.kind === 'pause';
  return [...begin(ground.newId(), entry.lane, Math.round(at), second), ...(pause ? [] : lostReturns(ground, entries, index + 1))];
}

/** Makes one entry of neighbours: all become what the first is. */
export function merge(ground: Ground, chosen: readonly Entry[]): Draft[] {
  const [first] = chosen;
  if (!first) return [];
  const { entries, index } = laneOf(ground, first);
  const end = index + chosen.length;
  const drafts: Draft[] = [];
  for (let at = index + 1; at < end; at++) {
    const entry = entries[at]!;
    drafts.push({ kind: 'retract', target: entry.id });
    if (ground.taps.get(entry.id)?.tap.kind !== 'interrupt') continue;
    const back = returnFrom(ground, entries, at);
    if (back && entries.indexOf(back) >= end) drafts.push(...standAlone(ground, back));
  }
  // What was said of the others would hold for the one that is left, and no more for those after it.
  const next = entries[end];
  for (const field of REFERENCE_FIELDS)
    if (chosen.some(({ references }) => references?.[field] !== first.references?.[field]))
      for (const one of next ? [first, next] : [first]) drafts.push(belongs(ground, one, field, one.references?.[field] ?? null));
  return drafts;
}

/** Says something about entries; one that no tap began gets a tap of its own first. */
function say(ground: Ground, chosen: readonly Entry[], what: (target: string) => Draft): Draft[] {
  return chosen.flatMap((entry) => {
    if (ground.taps.has(entry.id)) return [what(entry.id)];
    const id = ground.newId();
    return [...begin(id, entry.lane, entry.from, { kind: 'unassigned' }), what(id)];
  });
}
export const rate = (ground: Ground, chosen: readonly Entry[], rating: number | null): Draft[] =>
  say(ground, chosen, (target) => ({ kind: 'rate', target, value: rating }));
export const annotate = (ground: Ground, chosen: readonly Entry[], text: string): Draft[] =>
  say(ground, chosen, (target) => ({ kind: 'annotate', target, text: text.trim() }));

/** What holds from an entry on; one that no tap began is named by its moment. */
const belongs = (ground: Ground, { id, lane, from }: Entry, field: ReferenceField, value: string | null): Draft => ({
  kind: 'reference',
  lane,
  at: from,
  field,
  text: value,
  ...(ground.taps.has(id) ? { target: id } : {}),
});

/** Says which order, product or batch entries are of, and of no other ones: those after them stay with what they had. */
export function refer(ground: Ground, chosen: readonly Entry[], field: ReferenceField, value: string | null): Draft[] {
  const ids = new Set(chosen.map(({ id }) => id));
  return [...ground.lanes.values()].flatMap((entries) =>
    entries.flatMap((entry, index) => {
      if (ids.has(entry.id)) return [belongs(ground, entry, field, value)];
      const goesOn = ids.has(entries[index - 1]?.id ?? '') && (entry.references?.[field] ?? null) !== value;
      return goesOn ? [belongs(ground, entry, field, entry.references?.[field] ?? null)] : [];
    }),
  );
}

/** Leaves entries out of figures, for a reason; null takes them in again. */
export const exclude = (ground: Ground, chosen: readonly Entry[], reason: string | null): Draft[] =>
  say(ground, chosen, (target) => ({ kind: 'exclude', target, text: reason?.trim() ?? '' }));

/** What a correction was, from its taps: for those of pages that are gone. `at` is where it cut, or where it moved something to. */
export interface Summary {
  kind: 'moved' | 'relabelled' | 'split' | 'merged' | 'rated' | 'noted' | 'excluded' | 'included' | 'referred';
  count: number;
  label: Label | null;
  at: number | null;
}

export function summaryOf(taps: readonly Tap[], ground: Pick<Ground, 'taps'>): Summary {
  const begins = taps.filter(isBoundary);
  const some = (kind: TapKind) => taps.filter((tap) => tap.kind === kind).length;
  const first = taps[0];
  const made = begins[0] ?? taps.find(({ kind }) => kind === 'relabel');
  const label: Label | null = !made
    ? null
    : made.kind === 'pause'
      ? { kind: 'pause' }
      : made.activity
        ? { kind: 'state', activity: made.activity }
        : { kind: 'unassigned' };
  const none = { label: null, at: null };
  if (first?.kind === 'move') {
    const target = ground.taps.get(first.target ?? '');
    return { ...none, kind: 'moved', count: 1, at: target ? originOf(target) + (first.value ?? 0) : null };
  }
  if (first?.kind === 'relabel') return { ...none, kind: 'relabelled', count: some('relabel'), label };
  if (first?.kind === 'retract')
    return taps[1] && isBoundary(taps[1])
      ? { ...none, kind: 'relabelled', count: begins.length, label }
      : { ...none, kind: 'merged', count: some('retract') + 1 };
  if (some('rate') > 0) return { ...none, kind: 'rated', count: some('rate') };
  if (some('annotate') > 0) return { ...none, kind: 'noted', count: some('annotate') };
  if (some('exclude') > 0)
    return { ...none, kind: taps.some(({ kind, text }) => kind === 'exclude' && text) ? 'excluded' : 'included', count: some('exclude') };
  if (first?.kind === 'reference') return { ...none, kind: 'referred', count: some('reference') };
  return { kind: 'split', count: 1, label, at: first?.at ?? null };
}
