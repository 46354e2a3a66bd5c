/** How often elements come in a cycle: what the cycles of a study show beside what somebody has set. */

/** Readings of elements, by where they were read. */
interface Seen {
  activity_id: string;
  name: string;
  readings: readonly { measurement_id: string; lane: string; cycle: number }[];
}

export interface CountedFrequency {
  activity_id: string;
  name: string;
  /** Readings, also those that were left out: whoever leaves out a time doesn't say that the element wasn't done. */
  seen: number;
  /** In so many cycles. */
  cycles: number;
  /** On so many lanes of measurements: at its edges each may have a cycle that was seen in part. */
  lanes: number;
}

/** a occurrences in b cycles. */
export interface Frequency {
  occurrences: number;
  cycles: number;
}

/**
 * An element is counted in the cycles of the lanes on which it was ever seen, in those measurements in which somebody marked cycles; one that is
 * in none of them is not in the list.
 */
export function countedFrequencies(elements: readonly Seen[]): CountedFrequency[] {
  const lanes = new Map<string, { name: string; cycles: Set<number> }>();
  const placeOf = ({ measurement_id, lane }: Seen['readings'][number]) => `${measurement_id} ${lane}`;
  for (const reading of elements.flatMap(({ readings }) => readings)) {
    const place = placeOf(reading);
    const lane = lanes.get(place) ?? { name: reading.lane, cycles: new Set() };
    lane.cycles.add(reading.cycle);
    lanes.set(place, lane);
  }
  // Where nobody marked cycles, all of it is the first one.
  for (const [place, { cycles }] of lanes) if (Math.max(...cycles) === 1) lanes.delete(place);
  return elements.flatMap(({ activity_id, name, readings }) => {
    const counted = readings.filter((reading) => lanes.has(placeOf(reading)));
    const names = new Set(counted.map(({ lane }) => lane));
    const own = [...lanes.values()].filter((lane) => names.has(lane.name));
    const cycles = own.reduce((sum, lane) => sum + lane.cycles.size, 0);
    return cycles === 0 ? [] : [{ activity_id, name, seen: counted.length, cycles, lanes: own.length }];
  });
}

/**
 * Was the element seen more or less often than a/b says? One occurrence a lane is allowed, as cycles at its edges are seen in part; beyond that a tenth of
 * what comes in every cycle, and two standard deviations of a Poisson distribution (2·√expected) of what comes now and then.
 */
export function frequencyDiffers(
  { seen, cycles, lanes }: Pick<CountedFrequency, 'seen' | 'cycles' | 'lanes'>,
  { occurrences, cycles: per }: Frequency,
): boolean {
  const expected = (cycles * occurrences) / per;
  return Math.abs(seen - expected) > Math.max(lanes, per === 1 ? expected / 10 : 2 * Math.sqrt(expected));
}

/** Most cycles of a frequency that somebody would write: of one that is exact, and of another. */
const MOST_EXACT = 20;
const MOST_WRITTEN = 50;

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/** What was seen as a/b, reduced, where that is short; else the simplest a/b that gives it to within half an occurrence; else the two counts. */
export function frequencyNear({ seen, cycles }: Pick<CountedFrequency, 'seen' | 'cycles'>): Frequency {
  const divisor = commonDivisor(seen, cycles);
  if (cycles / divisor <= MOST_EXACT) return { occurrences: seen / divisor, cycles: cycles / divisor };
  for (let per = 1; per <= MOST_WRITTEN; per += 1) {
    const occurrences = Math.round((seen / cycles) * per);
    if (occurrences > 0 && Math.abs((cycles * occurrences) / per - seen) <= 0.5) return { occurrences, cycles: per };
  }
  return { occurrences: seen, cycles };
}
