import type { AlarmRuleKind } from '../../contract/alarm-rules.ts';
import type { ChannelKind } from '../../contract/channels.ts';
import { conditionOf } from '../../domain/alarms/condition.ts';
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
}

const HAS_LOW: readonly AlarmRuleKind[] = ['below', 'outside', 'inside'];
const HAS_HIGH: readonly AlarmRuleKind[] = ['above', 'outside', 'inside'];

/**
 * The limits as they are stored, without those that their kind doesn't have.
 * @throws AppError validation_failed for limits that no value can keep, or of another kind than the channel's values
 */
export function limitColumns(limits: Limits, kind: ChannelKind): VersionColumns {
  const isState = limits.kind === 'state';
  if (kind === 'text' || isState !== (kind === 'state')) throw invalid('kind');
  if (isState && limits.states.length === 0) throw invalid('states');
  const low = HAS_LOW.includes(limits.kind) ? limits.low : null;
  const high = HAS_HIGH.includes(limits.kind) ? limits.high : null;
  if (HAS_LOW.includes(limits.kind) && low === null) throw invalid('low');
  if (HAS_HIGH.includes(limits.kind) && high === null) throw invalid('high');
  if (low !== null && high !== null && low >= high) throw invalid('high');
  const states = isState ? [...new Set(limits.states)].sort((a, b) => a - b) : [];
  const hysteresis = isState ? 0 : limits.hysteresis;
  try {
    conditionOf(limitsOf({ kind: limits.kind, low, high, states, hysteresis }));
  } catch (error) {
    if (error instanceof RangeError) throw invalid('hysteresis');
    throw error;
  }
  const { on_delay_s, off_delay_s } = limits;
  return { kind: limits.kind, low, high, states: JSON.stringify(states), hysteresis, on_delay_s, off_delay_s };
}
