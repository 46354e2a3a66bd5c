import { type Against, readAgainst, writeAgainst } from '../../lib/domain/time/compare.ts';

/** Ends of an axis that somebody set; null = as the values have it. */
export interface AxisEnds {
  low: number | null;
  high: number | null;
}

/** How a chart is drawn in another way than usual. All of it stands in the address. */
export interface ChartSetup {
  /** Two units share a pane, with an axis on each side. */
  together: boolean;
  /** By units as people see them; what has none is ''. */
  ends: Readonly<Record<string, AxisEnds>>;
  /** Another time under the shown one. */
  against: Against | null;
}

const MOST_UNITS = 12;
const numberOf = (text: string | undefined): number | null => {
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
};
const isSet = ({ low, high }: AxisEnds) => (low !== null || high !== null) && !(low !== null && high !== null && low >= high);

function readEnds(text: string): [unit: string, AxisEnds][] {
  const [unit = '', low, high] = text.split(':');
  const ends = { low: numberOf(low), high: numberOf(high) };
  try {
    return isSet(ends) ? [[decodeURIComponent(unit), ends]] : [];
  } catch {
    return [];
  }
}

/** `axes=2` two units in one pane, `axis=UNIT:LOW:HIGH` with a blank between several, `vs=1d` the other time. */
export const readSetup = (query: Readonly<Record<string, string | undefined>>): ChartSetup => ({
  together: query.axes === '2',
  ends: Object.fromEntries(query.axis?.split(' ').slice(0, MOST_UNITS).flatMap(readEnds) ?? []),
  against: readAgainst(query.vs),
});

/** Null = not in the address. */
export function writeSetup({ together, ends, against }: ChartSetup): Record<'axes' | 'axis' | 'vs', string | null> {
  const axis = Object.entries(ends)
    .filter(([, one]) => isSet(one))
    .map(([unit, { low, high }]) => `${encodeURIComponent(unit)}:${low ?? ''}:${high ?? ''}`)
    .sort();
  return { axes: together ? '2' : null, axis: axis.length > 0 ? axis.join(' ') : null, vs: writeAgainst(against) };
}

/** Is the chart drawn as usual? */
export const isPlain = (setup: ChartSetup): boolean => Object.values(writeSetup(setup)).every((said) => said === null);
