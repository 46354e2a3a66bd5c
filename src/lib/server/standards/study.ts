import { createHash } from 'node:crypto';
import type { ActivityFace } from '../../contract/activities.ts';
import type { AllowanceShares } from '../../contract/allowance-sets.ts';
import type { Observed } from '../../contract/measurements.ts';
import type { ElementSettings, StandardCard, StandardParameters, StandardVersion } from '../../contract/operations.ts';
import { MOST_STUDIED } from '../../contract/operations.ts';
import { computeTimeline, measuredPanel } from '../../domain/taps/entries.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { type CountedFrequency, countedFrequencies } from '../../domain/time-study/frequency.ts';
import { type Occurrence, occurrencesOf } from '../../domain/time-study/occurrences.ts';
import { FORMULA_VERSION, operationCard, type StudiedElement } from '../../domain/time-study/operation-card.ts';
import { byLane } from '../../domain/time-study/spans.ts';
import { allowanceSetsRepo } from '../allowance-sets/allowance-sets.repo.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { tapsRepo } from '../measurements/taps.repo.ts';
import type { OperationRow } from '../operations/operations.repo.ts';
import { standardsRepo } from './standards.repo.ts';

/** A measurement of a study: what its readings are computed from. */
export interface StudiedMeasurement {
  id: string;
  name: string;
  day: string;
  screen_id: string;
  screen_version: number;
  lanes: readonly (Pick<Observed, 'id'> & Partial<Pick<Observed, 'name'>>)[];
  activities: readonly ActivityFace[];
  taps: readonly Tap[];
}

/** An element with each of its readings, and where it was read: the measurement, and the name of the lane. */
export interface ObservedElement extends StudiedElement {
  readings: readonly (Occurrence & { measurement_id: string; lane: string })[];
}

export interface Study {
  hash: string;
  formula: string;
  /** Null while no element has a reading that counts. */
  card: StandardCard | null;
  parameters: StandardParameters;
  sources: StandardVersion['sources'];
  /** Finished measurements that are too many for one study. */
  left_out: number;
  without_readings: { activity_id: string; name: string }[];
  frequencies: CountedFrequency[];
  elements: ObservedElement[];
}

/** JSON whose objects have their keys in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
const byId = <T>(list: readonly T[], id: (one: T) => string): T[] => list.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));

/**
 * SHA-256 over lines of UTF-8, each canonical JSON and a line feed: the operation and the version of the formulas, the parameters, then of each
 * measurement by its id the screen that it was captured with, and its taps by their ids. Names are not in it.
 */
export function hashOfStudy(
  operationId: string,
  parameters: StandardParameters,
  measurements: readonly StudiedMeasurement[],
  formula = FORMULA_VERSION,
): string {
  const hash = createHash('sha256');
  const line = (value: unknown) => hash.update(`${canonical(value)}\n`);
  line(['standard', operationId, formula]);
  const { allowances, elements, ...rest } = parameters;
  line({
    ...rest,
    elements: byId(elements, (one) => one.activity_id),
    allowances: allowances && {
      basis: allowances.basis,
      shares: allowances.shares,
      set_id: allowances.set_id,
      version: allowances.version,
    },
  });
  for (const { id, screen_id, screen_version, taps } of byId(measurements, (one) => one.id)) {
    line(['measurement', id, screen_id, screen_version, taps.length]);
    for (const tap of byId(taps, (one) => one.id)) line(tap);
  }
  return hash.digest('hex');
}

/** Elements of a study with all their readings, in the order in which they were first seen; whatever was seen where nobody marked elements. */
export function elementsOf(measurements: readonly StudiedMeasurement[]): ObservedElement[] {
  const found = new Map<string, ObservedElement & { readings: ObservedElement['readings'][number][] }>();
  const marked = measurements.some(({ activities }) => activities.some(({ element }) => element));
  for (const { id: measurement_id, lanes, activities, taps } of measurements) {
    const timeline = computeTimeline(taps, measuredPanel(lanes, activities));
    const faces = new Map(activities.map((face) => [face.id, face]));
    const onLanes = byLane(timeline.entries, timeline.lanes);
    const seen = timeline.entries.toSorted((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1)).flatMap(({ activity }) => activity ?? []);
    for (const id of new Set(seen)) {
      const face = faces.get(id);
      if (face?.kind !== 'state' || (marked && !face.element)) continue;
      const one = found.get(id) ?? { activity_id: id, name: face.name, color: face.color, readings: [] };
      found.set(id, one);
      for (const [laneId, entries] of onLanes) {
        const lane = lanes.find((one) => one.id === laneId)?.name ?? laneId;
        for (const occurrence of occurrencesOf(entries, id)) one.readings.push({ ...occurrence, measurement_id, lane });
      }
    }
  }
  return [...found.values()];
}

/** What a standard is computed from, and what comes of it; pure. Measurements come by day. */
export function studyOf(
  operationId: string,
  parameters: StandardParameters,
  measurements: readonly StudiedMeasurement[],
  left_out = 0,
): Study {
  const elements = elementsOf(measurements);
  return {
    hash: hashOfStudy(operationId, parameters, measurements),
    formula: FORMULA_VERSION,
    card: operationCard(parameters, elements),
    parameters,
    sources: measurements.map(({ id, name, day, taps }) => ({ measurement_id: id, name, day, taps: taps.length })),
    left_out,
    without_readings: elements
      .filter(({ readings }) => !readings.some(({ excluded }) => excluded === null))
      .map(({ activity_id, name }) => ({ activity_id, name })),
    frequencies: countedFrequencies(elements),
    elements,
  };
}

async function parametersOf(ctx: Ctx, db: Db, row: OperationRow): Promise<StandardParameters> {
  const { unit, pieces_per_cycle, setup_s, batch, shift_h, allowance_set_id } = row;
  const set =
    allowance_set_id === null ? undefined : await allowanceSetsRepo({ db, organization_id: ctx.organization.id }).find(allowance_set_id);
  return {
    ...{ unit, pieces_per_cycle, setup_s, batch, shift_h },
    elements: JSON.parse(row.elements) as ElementSettings[],
    allowances: set
      ? {
          set_id: set.id,
          name: set.name,
          version: set.version,
          basis: set.basis,
          shares: JSON.parse(set.shares) as AllowanceShares,
          to_confirm: set.to_confirm === 1,
        }
      : null,
  };
}

type MeasuredRow = Omit<StudiedMeasurement, 'lanes' | 'activities' | 'taps'> & { lanes: string; activities: string };
/** @param most taps of it that count, in the order in which they came */
const studiedMeasurement = async (ctx: Ctx, db: Db, row: MeasuredRow, most?: number): Promise<StudiedMeasurement> => ({
  ...row,
  lanes: JSON.parse(row.lanes) as Observed[],
  activities: JSON.parse(row.activities) as ActivityFace[],
  taps: await tapsRepo({ db, organization_id: ctx.organization.id, measurement_id: row.id }).all(most),
});

/**
 * What the readings of an operation give now; its work grows with the taps of its measurements.
 * @param only of its finished measurements these alone
 */
export async function readStudy(ctx: Ctx, db: Db, row: OperationRow, only?: readonly string[]): Promise<Study> {
  const measurements: StudiedMeasurement[] = [];
  const repo = standardsRepo({ db, organization_id: ctx.organization.id });
  const studied = await repo.studied(row.id, MOST_STUDIED, only);
  const left_out = studied.length < MOST_STUDIED ? 0 : (await repo.countStudied(row.id)) - studied.length;
  for (const one of studied) measurements.push(await studiedMeasurement(ctx, db, one));
  return studyOf(row.id, await parametersOf(ctx, db, row), measurements, left_out);
}

/**
 * The readings that a version was made of, whatever was tapped since: taps are only ever added, so those that had come then are the first ones.
 * @returns null where they don't give the version's hash and card, as after a change of the formulas
 */
export async function readObserved(
  ctx: Ctx,
  db: Db,
  operationId: string,
  { hash, formula, parameters, sources, card }: Pick<StandardVersion, 'hash' | 'formula' | 'parameters' | 'sources' | 'card'>,
): Promise<ObservedElement[] | null> {
  const rows = new Map(
    (await standardsRepo({ db, organization_id: ctx.organization.id }).measured(sources.map(({ measurement_id }) => measurement_id))).map(
      (row) => [row.id, row],
    ),
  );
  const measurements: StudiedMeasurement[] = [];
  for (const { measurement_id, taps } of sources) {
    const row = rows.get(measurement_id);
    if (!row) return null;
    measurements.push(await studiedMeasurement(ctx, db, row, taps));
  }
  if (hashOfStudy(operationId, parameters, measurements, formula) !== hash) return null;
  const elements = elementsOf(measurements);
  // Lanes are not in the hash; with others the readings would be others.
  return canonical(operationCard(parameters, elements)) === canonical(card) ? elements : null;
}
