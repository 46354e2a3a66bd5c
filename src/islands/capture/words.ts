import type { Running } from '../../lib/client/capture/capture.store.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import type { Tap } from '../../lib/domain/taps/tap.ts';
import { gridFrom } from '../../lib/domain/time-study/apportion.ts';
import type { Format } from '../../lib/i18n/format.ts';
import type { T } from '../../lib/i18n/index.ts';

type Faces = ReadonlyMap<string, Panel['activities'][number]>;
export const facesOf = (panel: Panel): Faces => new Map(panel.activities.map((face) => [face.id, face]));

/** What taking a step back would take back, in words: “Walking → Fault”. */
export function stepName(t: T, format: Format, faces: Faces, { timeline, corrected }: Running, tap: Tap): string {
  const name = (id: string | null | undefined) => (id ? (faces.get(id)?.name ?? id) : t('capture:now.unassigned'));
  switch (tap.kind) {
    case 'switch':
    case 'interrupt': {
      const own = timeline.entries.filter((entry) => entry.lane === tap.lane);
      const at = own.findIndex(({ id }) => id === tap.id);
      const before = own[at - 1];
      const to = name(corrected.taps.find((one) => one.tap.id === tap.id)?.activity ?? tap.activity);
      if (!before || before.kind === 'unassigned') return to;
      return t('capture:step.change', { from: before.kind === 'pause' ? t('capture:step.pause') : name(before.activity), to });
    }
    case 'return':
      return t('capture:step.return', { to: name(timeline.entries.find(({ id }) => id === tap.id)?.activity) });
    case 'count':
      return t('capture:step.count', {
        name: name(tap.activity),
        value: `${(tap.value ?? 1) > 0 ? '+' : ''}${format.number(tap.value ?? 1)}`,
      });
    case 'point':
      return name(tap.activity);
    case 'rate':
      return t('capture:step.rate', { value: format.number(tap.value ?? 0) });
    case 'reference':
      if (!tap.field) return '';
      return tap.text ? `${t(`capture:reference.${tap.field}`)} ${tap.text}` : t(`capture:reference.none.${tap.field}`);
    case 'pause':
    case 'stop':
    case 'note':
    case 'cycle':
    case 'move':
    case 'relabel':
    case 'annotate':
      return t(`capture:step.${tap.kind}`);
    default:
      return '';
  }
}

const SECOND = 1_000;

/** The clock of a panel: milliseconds between two moments in whole seconds on one grid, so that what it shows adds up to the time of the shift. */
export function gridOf({ timeline }: Pick<Running, 'timeline'>, now: number): (from: number, to: number | null) => number {
  const begin = timeline.from ?? now;
  const last = begin + Math.floor((now - begin) / SECOND) * SECOND;
  const on = gridFrom(begin, SECOND);
  const at = (moment: number | null) => (moment === null ? last : Math.min(on(moment), last));
  return (from, to) => Math.max(0, at(to) - at(from));
}

/** Seconds that each activity has lasted so far on a lane, or on all of them. */
export function totalsOf(running: Pick<Running, 'timeline'>, now: number, lane?: string): ReadonlyMap<string, number> {
  const length = gridOf(running, now);
  const totals = new Map<string, number>();
  for (const { lane: own, activity, from, to } of running.timeline.entries)
    if (activity !== null && (lane === undefined || own === lane))
      totals.set(activity, (totals.get(activity) ?? 0) + length(from, to) / SECOND);
  return totals;
}
