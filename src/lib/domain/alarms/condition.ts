/** When a value breaches a rule, and when it is back; between the two lies the hysteresis. */

export type AlarmLimits =
  | { kind: 'above'; high: number; hysteresis: number }
  | { kind: 'below'; low: number; hysteresis: number }
  | { kind: 'outside'; low: number; high: number; hysteresis: number }
  /** Within a band that must not be entered, its edges included. */
  | { kind: 'inside'; low: number; high: number; hysteresis: number }
  | { kind: 'state'; states: readonly number[] }
  /** A change within a time: a fall below `low`, which is negative, or a rise above `high`. */
  | { kind: 'rate'; low: number | null; high: number | null; hysteresis: number }
  /** The sensor says that it can't measure; its samples are 1, others 0. */
  | { kind: 'sensor_error' }
  /** No reading for longer than the delay: gaps between readings breach, no reading does. */
  | { kind: 'no_data' };

export interface AlarmCondition {
  breaches(value: number): boolean;
  /** What breaches is never back; what doesn't breach may be neither. */
  isBack(value: number): boolean;
  /** How far beyond the limit, in the unit of the value: of two values the larger one is the worse. */
  beyond(value: number): number;
}

/** @throws RangeError for limits that no value can keep: crossed, or a hysteresis that is negative or as wide as their band */
export function conditionOf(limits: AlarmLimits): AlarmCondition {
  if (limits.kind === 'state') {
    const isOne = (value: number) => limits.states.includes(value);
    return { breaches: isOne, isBack: (value) => !isOne(value), beyond: () => 0 };
  }
  if (limits.kind === 'sensor_error') return above(0, 0);
  if (limits.kind === 'no_data') return { breaches: () => false, isBack: () => true, beyond: (value) => value };
  if (!(limits.hysteresis >= 0)) throw new RangeError('hysteresis');
  if (limits.kind === 'above') return above(limits.high, limits.hysteresis);
  if (limits.kind === 'below') return below(limits.low, limits.hysteresis);
  if (limits.kind === 'rate') return change(limits);
  if (!(limits.low < limits.high)) throw new RangeError('limits');
  return limits.kind === 'outside' ? outside(limits) : inside(limits);
}

function above(limit: number, hysteresis: number): AlarmCondition {
  const back = decimal(limit - hysteresis);
  return { breaches: (value) => value > limit, isBack: (value) => value <= back, beyond: (value) => value - limit };
}

function below(limit: number, hysteresis: number): AlarmCondition {
  const back = decimal(limit + hysteresis);
  return { breaches: (value) => value < limit, isBack: (value) => value >= back, beyond: (value) => limit - value };
}

function outside({ low, high, hysteresis }: { low: number; high: number; hysteresis: number }): AlarmCondition {
  if (2 * hysteresis >= high - low) throw new RangeError('hysteresis');
  const [over, under] = [above(high, hysteresis), below(low, hysteresis)];
  return {
    breaches: (value) => over.breaches(value) || under.breaches(value),
    isBack: (value) => over.isBack(value) && under.isBack(value),
    beyond: (value) => Math.max(over.beyond(value), under.beyond(value)),
  };
}

/** What doesn't change is always back, so the hysteresis is smaller than either limit. */
function change({ low, high, hysteresis }: { low: number | null; high: number | null; hysteresis: number }): AlarmCondition {
  if ((low === null && high === null) || (high !== null && !(high > 0)) || (low !== null && !(low < 0))) throw new RangeError('limits');
  if (hysteresis >= Math.min(high ?? Number.POSITIVE_INFINITY, low === null ? Number.POSITIVE_INFINITY : -low))
    throw new RangeError('hysteresis');
  const [rises, falls] = [high === null ? null : above(high, hysteresis), low === null ? null : below(low, hysteresis)];
  const sides = [rises, falls].filter((side) => side !== null);
  return {
    breaches: (value) => sides.some((side) => side.breaches(value)),
    isBack: (value) => sides.every((side) => side.isBack(value)),
    beyond: (value) => Math.max(...sides.map((side) => side.beyond(value))),
  };
}

function inside({ low, high, hysteresis }: { low: number; high: number; hysteresis: number }): AlarmCondition {
  const [backLow, backHigh] = [decimal(low - hysteresis), decimal(high + hysteresis)];
  const breaches = (value: number) => value >= low && value <= high;
  return {
    breaches,
    isBack: (value) => !breaches(value) && (value <= backLow || value >= backHigh),
    beyond: (value) => Math.min(value - low, high - value),
  };
}

/** Without what doubles lack or have too much in the last place: 0.3 − 0.1 is 0.2. */
const decimal = (value: number): number => Number(value.toPrecision(12));
