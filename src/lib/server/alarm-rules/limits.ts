import type { AlarmRuleKind, AlarmSchedule } from '../../contract/alarm-rules.ts';
import type { ChannelKind } from '../../contract/channels.ts';
import type { SensorKind } from '../../contract/sensor-types.ts';
import { conditionOf } from '../../domain/alarms/condition.ts';
import { isTimeZone } from '../../domain/time/time-zone.ts';
import { invalid } from '../kernel/list.ts';
import { limitsOf } from '../storage/alarms/rules.ts';
import type { VersionColumns } from './alarm-rules.repo.ts';

export interface Limits {
  kind: AlarmRuleKind;
  low: number | null;
  high: number | null;
  states: readonly number[];
  hysteresis: number;
  on_delay_s: number;
  off_delay_s: number;
  window_s?: number | undefined;
  latch?: boolean | undefined;
  cool_down_s?: number | undefined;
  schedule?: AlarmSchedule | null | undefined;
}

const HAS_LOW: readonly AlarmRuleKind[] = ['below', 'outside', 'inside'];
const HAS_HIGH: readonly AlarmRuleKind[] = ['above', 'outside', 'inside'];
/** Silence and errors are of channels with whatever values. */
const OF_ANY: readonly AlarmRuleKind[] = ['no_data', 'sensor_error'];
const SHORTEST_SILENCE_S = 60;
const SHORTEST_WINDOW_S = 60;

/**
 * The limits as they are stored, without those that their kind doesn't have.
 * @param kind of the values; null = it watches channels of whatever kinds
 * @throws AppError validation_failed for limits that no value can keep, or of another kind than the values
 */
export function limitColumns(limits: Limits, kind: ChannelKind | SensorKind | null): VersionColumns {
  const { schedule = null, latch = false, on_delay_s } = limits;
  if (schedule && !isTimeZone(schedule.zone)) throw invalid('schedule.zone');
  const rest = { states: '[]', latch: Number(latch), schedule: schedule && JSON.stringify(schedule) };
  if (OF_ANY.includes(limits.kind)) {
    const isSilence = limits.kind === 'no_data';
    if (isSilence && on_delay_s < SHORTEST_SILENCE_S) throw invalid('on_delay_s');
    return {
      ...{ ...rest, kind: limits.kind, low: null, high: null, hysteresis: 0, window_s: 0, on_delay_s },
      off_delay_s: isSilence ? 0 : limits.off_delay_s,
      cool_down_s: limits.cool_down_s ?? 0,
    };
  }
  const isState = limits.kind === 'state';
  if (kind === null) throw invalid('sensor_type_id');
  if (kind === 'text' || isState !== (kind === 'state')) throw invalid('kind');
  const numbers = numbersOf(limits);
  const states = isState ? [...new Set(limits.states)].sort((a, b) => a - b) : [];
  if (isState && states.length === 0) throw invalid('states');
  try {
    conditionOf(limitsOf({ ...numbers, kind: limits.kind, states }));
  } catch (error) {
    if (error instanceof RangeError) throw invalid('hysteresis');
    throw error;
  }
  const { off_delay_s, cool_down_s = 0 } = limits;
  return { ...rest, ...numbers, kind: limits.kind, states: JSON.stringify(states), on_delay_s, off_delay_s, cool_down_s };
}

function numbersOf(limits: Limits): Pick<VersionColumns, 'low' | 'high' | 'hysteresis' | 'window_s'> {
  if (limits.kind === 'state') return { low: null, high: null, hysteresis: 0, window_s: 0 };
  if (limits.kind === 'rate') {
    const { low, high, hysteresis, window_s = 0 } = limits;
    if (window_s < SHORTEST_WINDOW_S) throw invalid('window_s');
    if ((low === null && high === null) || (high !== null && high <= 0)) throw invalid('high');
    if (low !== null && low >= 0) throw invalid('low');
    return { low, high, hysteresis, window_s };
  }
  const low = HAS_LOW.includes(limits.kind) ? limits.low : null;
  const high = HAS_HIGH.includes(limits.kind) ? limits.high : null;
  if (HAS_LOW.includes(limits.kind) && low === null) throw invalid('low');
  if (HAS_HIGH.includes(limits.kind) && high === null) throw invalid('high');
  if (low !== null && high !== null && low >= high) throw invalid('high');
  return { low, high, hysteresis: limits.hysteresis, window_s: 0 };
}
