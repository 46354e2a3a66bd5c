import type { MachineWork, Measurement, Observed, WorkEntry } from '../../lib/contract/measurements.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { type LaneEntries, piecesOf, type TimeSpan } from '../../lib/domain/time-study/spans.ts';

/** One strip: what one person or machine did in one measurement. */
export interface Row {
  key: string;
  measurement: Measurement;
  lane: Observed;
  entries: LaneEntries;
}

/** How an activity looks and what it is called, by the id that strips know it by. */
export type Faces = ReadonlyMap<string, { name: string | null; color: number | null; loss: boolean }>;

const toEntry = ({ id, lane, kind, activity_id, from, to }: WorkEntry): Entry => ({
  id,
  lane,
  kind,
  activity: activity_id,
  from: Date.parse(from),
  to: to === null ? null : Date.parse(to),
  interrupts: false,
  rating: null,
  note: null,
  excluded: null,
  cycle: 0,
});

/** Strips of the day by the beginning of their measurements, lanes as the screen has them; lanes without an entry are left out. */
export function rowsOf({ today }: Pick<MachineWork, 'today'>): Row[] {
  return today.flatMap(({ measurement, entries }) => {
    const lanes = new Map(measurement.lanes.map((lane) => [lane.id, lane]));
    const found = Map.groupBy(entries, ({ lane }) => lane);
    // A lane that the screen doesn't have is shown after those that it has.
    const order = [...lanes.keys(), ...[...found.keys()].filter((id) => !lanes.has(id))];
    return order.flatMap((id) => {
      const own = found.get(id);
      if (!own) return [];
      const lane = lanes.get(id) ?? { id, name: id, kind: 'worker' as const, worker: null, worker_name: null };
      return [{ key: `${measurement.id} ${id}`, measurement, lane, entries: own.map(toEntry) }];
    });
  });
}

/** The newest version of a screen decides how an activity looks. */
export function facesOf({ today }: Pick<MachineWork, 'today'>): Faces {
  const newest = today.toSorted((a, b) => a.measurement.screen_version - b.measurement.screen_version);
  return new Map(
    newest.flatMap(({ entries }) =>
      entries.flatMap(({ activity_id, name, color, loss }) =>
        activity_id === null ? [] : [[activity_id, { name, color, loss }] as const],
      ),
    ),
  );
}

/** How long each activity, pause and unassigned time lasted within the day, over all strips, the longest first. */
export function sumsOf(rows: readonly Row[], day: TimeSpan, now: number): { kind: Entry['kind']; activity: string | null; ms: number }[] {
  const sums = new Map<string, { kind: Entry['kind']; activity: string | null; ms: number }>();
  for (const { entries } of rows)
    for (const { kind, activity, ms } of piecesOf(entries, now, day)) {
      const key = activity ?? kind;
      const sum = sums.get(key) ?? { kind, activity, ms: 0 };
      sum.ms += ms;
      sums.set(key, sum);
    }
  return [...sums.values()].filter(({ ms }) => ms > 0).sort((a, b) => b.ms - a.ms);
}
