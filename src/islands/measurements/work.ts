import type { MeasurementSeries } from '../../lib/client/charts/measurement-series.ts';
import type { Span } from '../../lib/client/charts/series.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { LinksStore } from '../../lib/client/links/links.store.ts';
import type { MeasurementStore, Sorting } from '../../lib/client/measurements/measurement.store.ts';
import type { Computed, TapsStore } from '../../lib/client/measurements/taps.store.ts';
import type { ActivityFace } from '../../lib/contract/activities.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Measurement, Observed } from '../../lib/contract/measurements.ts';
import type { ScreenVersion } from '../../lib/contract/screens.ts';
import type { Category } from '../../lib/contract/taxonomies.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { above } from '../../lib/domain/taxonomies/taxonomy-rules.ts';
import type { PageContext } from '../shell/Signed.tsx';
import type { Board } from '../timeline/board.ts';
import type { Look } from '../timeline/paint.ts';
import type { Shown } from './shown.ts';

/** What all parts of the page of a measurement work with. */

export interface Stores {
  deps: StoreDeps;
  measurement: MeasurementStore;
  links: LinksStore;
  taps: TapsStore<string>;
}

export interface Work {
  context: PageContext;
  stores: Stores;
  row: Measurement;
  version: ScreenVersion;
  /** Entries as the taps make them. */
  day: Computed;
  /** How its moments and lengths are written. */
  shown: Shown;
  faces: ReadonlyMap<string, ActivityFace>;
  /** Is it known how activities are sorted? */
  sorted: boolean;
  /** The taxonomy that figures are sorted by. */
  value: Sorting['taxonomies'][number] | null;
  look: (entry: Pick<Entry, 'kind' | 'activity'>) => Look;
  /** Topmost category of an activity in that taxonomy; null without one. */
  categoryOf: (activity: string) => Category | null;
  lanes: readonly Observed[];
  laneName: (id: string) => string;
  board: Board;
  series: MeasurementSeries;
  /** From the first tap to the end, or to now. */
  bounds: Span;
  now: number;
  channels: readonly Channel[];
  canEdit: boolean;
  narrow: boolean;
}

/** Who or what is observed on a lane: the person's name for those who may see it, else the pseudonym. */
export const observedName = ({ name, worker, worker_name }: Observed): string => {
  const who = worker_name ?? worker;
  return who ? `${name} ${who}` : name;
};

/** Finds the topmost category of an activity. */
export function categories({ taxonomies, activities }: Sorting, taxonomy: string | null): (activity: string) => Category | null {
  const value = taxonomies.find(({ id }) => id === taxonomy);
  if (!value) return () => null;
  const byCode = new Map(value.categories.map((one) => [one.code, one]));
  return (activity) => {
    const code = activities[activity]?.[value.id];
    const own = code === undefined ? undefined : byCode.get(code);
    return own ? ((above(byCode, own.code) ?? []).at(-1) ?? own) : null;
  };
}

/** Activities that may last on a lane: those that its buttons offer first. */
export function statesOf({ definition, activities }: ScreenVersion, lane: string): ActivityFace[] {
  const first = definition.lanes[0]?.id;
  const own = new Set(definition.buttons.filter((button) => (button.lane ?? first) === lane).map((button) => button.activity_id));
  const states = activities.filter(({ kind }) => kind === 'state');
  return [...states.filter(({ id }) => own.has(id)), ...states.filter(({ id }) => !own.has(id))];
}
