import type { Channel } from '../../lib/contract/channels.ts';
import type { RecordingLimits } from '../../lib/contract/recordings.ts';
import { shownLimit, storedLimit } from '../alarms/shown-limits.ts';

/** Limits as the form holds them: in the unit that people see, times in minutes, coverage in per cent. */
export interface ShownLimits {
  low: number | null;
  high: number | null;
  allowed_above_min: number | null;
  allowed_below_min: number | null;
  coverage_percent: number | null;
  kinetic_high: number | null;
}
type Shown = Pick<Channel, 'conversion'>;

export const isJudged = ({ kind }: Pick<Channel, 'kind'>): boolean => kind === 'gauge' || kind === 'counter';

export const NO_LIMITS: ShownLimits = {
  low: null,
  high: null,
  allowed_above_min: 0,
  allowed_below_min: 0,
  coverage_percent: 95,
  kinetic_high: null,
};

export const isCrossed = ({ low, high }: Pick<ShownLimits, 'low' | 'high'>): boolean => low !== null && high !== null && !(low < high);

export function shownLimits(limits: RecordingLimits | null, channel: Shown): ShownLimits {
  if (limits === null) return NO_LIMITS;
  return {
    low: shownLimit(limits.low, channel),
    high: shownLimit(limits.high, channel),
    allowed_above_min: limits.allowed_above_s / 60,
    allowed_below_min: limits.allowed_below_s / 60,
    coverage_percent: Number((limits.coverage * 100).toPrecision(6)),
    kinetic_high: limits.kinetic_high,
  };
}

/** Null where there is nothing to judge by. */
export function storedLimits(limits: ShownLimits, channel: Shown): RecordingLimits | null {
  const { low, high, kinetic_high } = limits;
  if (low === null && high === null && kinetic_high === null) return null;
  return {
    low: storedLimit(low, channel),
    high: storedLimit(high, channel),
    allowed_above_s: Math.round((limits.allowed_above_min ?? 0) * 60),
    allowed_below_s: Math.round((limits.allowed_below_min ?? 0) * 60),
    coverage: (limits.coverage_percent ?? 0) / 100,
    kinetic_high,
  };
}
