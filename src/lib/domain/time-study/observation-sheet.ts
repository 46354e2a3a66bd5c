import { NORMAL_RATING } from './rating.ts';

/** The observation sheet of a study: each reading where it was read, cycles below one another, elements beside one another. */

/** A reading as it was observed, whatever computes it. */
export interface SheetOccurrence {
  measurement_id: string;
  lane: string;
  cycle: number;
  /** Milliseconds; `from` since the epoch, UTC. */
  from: number;
  ms: number;
  rating: number | null;
  note: string | null;
  excluded: string | null;
}
interface SheetElementOf<R> {
  activity_id: string;
  name: string;
  readings: readonly R[];
}

export interface SheetElement {
  activity_id: string;
  name: string;
  /** Its place on the card, from 1; null = no reading of it counts, so it is not on the card. */
  no: number | null;
  isMachine: boolean;
}
export interface SheetReading extends SheetOccurrence {
  element: SheetElement;
  /** Per cent that its time is levelled by: a machine and what nobody rated are at the normal pace. */
  counted: number;
}
/** What was read in one cycle of a measurement's lane. */
export interface SheetRow {
  measurement_id: string;
  lane: string;
  cycle: number;
  /** For each element of the sheet its readings in that cycle, by time. */
  cells: readonly (readonly SheetReading[])[];
}
export interface ObservationSheet {
  elements: SheetElement[];
  readings: SheetReading[];
  rows: SheetRow[];
  /** Reasons of exclusion, each once, in the order of their first reading. */
  reasons: string[];
  /** More than one lane was observed in some measurement. */
  hasLanes: boolean;
}

/**
 * @param sources measurements in the order in which they are listed
 * @param card elements that are on the card, in their order
 */
export function observationSheet(
  sources: readonly { measurement_id: string }[],
  card: readonly { activity_id: string; machine_paced: boolean }[],
  observed: readonly SheetElementOf<SheetOccurrence>[],
): ObservationSheet {
  const place = new Map(card.map(({ activity_id, machine_paced }, at) => [activity_id, { no: at + 1, isMachine: machine_paced }]));
  const ordered = observed.toSorted((a, b) => (place.get(a.activity_id)?.no ?? Infinity) - (place.get(b.activity_id)?.no ?? Infinity) || 0);
  const elements = ordered.map(
    ({ activity_id, name }): SheetElement => ({
      activity_id,
      name,
      no: place.get(activity_id)?.no ?? null,
      isMachine: place.get(activity_id)?.isMachine ?? false,
    }),
  );
  const turn = new Map(sources.map(({ measurement_id }, at) => [measurement_id, at]));
  const readings = ordered
    .flatMap(({ readings: of }, at) =>
      of.map((one): SheetReading => {
        const element = elements[at]!;
        return { ...one, element, counted: element.isMachine ? NORMAL_RATING.bsi : (one.rating ?? NORMAL_RATING.bsi) };
      }),
    )
    .sort(
      (a, b) =>
        turn.get(a.measurement_id)! - turn.get(b.measurement_id)! ||
        (a.lane < b.lane ? -1 : Number(a.lane > b.lane)) ||
        a.cycle - b.cycle ||
        a.from - b.from,
    );
  const rows: (SheetRow & { cells: SheetReading[][] })[] = [];
  for (const one of readings) {
    const { measurement_id, lane, cycle } = one;
    let row = rows.at(-1);
    if (row === undefined || row.measurement_id !== measurement_id || row.lane !== lane || row.cycle !== cycle) {
      row = { measurement_id, lane, cycle, cells: elements.map(() => []) };
      rows.push(row);
    }
    row.cells[elements.indexOf(one.element)]!.push(one);
  }
  const lanes = new Map<string, Set<string>>();
  for (const { measurement_id, lane } of rows) lanes.set(measurement_id, (lanes.get(measurement_id) ?? new Set()).add(lane));
  return {
    elements,
    readings,
    rows,
    reasons: [...new Set(readings.flatMap(({ excluded }) => excluded ?? []))],
    hasLanes: [...lanes.values()].some(({ size }) => size > 1),
  };
}

/** How reasons are named where there is no room for them: a … z, aa, ab … */
export function reasonMark(at: number): string {
  const letter = String.fromCharCode(97 + (at % 26));
  return at < 26 ? letter : reasonMark(Math.floor(at / 26) - 1) + letter;
}
