import type { PlanPatch } from '../../lib/client/recording-plans/recording-plans.store.ts';
import { MOST_STARTS, type PlanTrigger, type RecordingPlan } from '../../lib/contract/recording-plans.ts';
import type { RecordingPurpose } from '../../lib/contract/recordings.ts';
import type { FormChannel } from '../recordings/ChannelsField.tsx';

/** What the form of a plan holds. */
export type PlanValues = {
  name: string;
  purpose: RecordingPurpose;
  note: string;
  channels: readonly FormChannel[];
  trigger: PlanTrigger;
  days: readonly number[];
  /** Null = the text in the field is no time. */
  starts: readonly (string | null)[];
  hours: number | null;
  rule_id: string;
  before_min: number | null;
  after_min: number | null;
};

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const USUAL_START = '06:00';
const USUAL_HOURS = 8;
const USUAL_AROUND_MIN = 30;

export const initialOf = (plan: RecordingPlan | null, channels: readonly FormChannel[]): PlanValues =>
  plan === null
    ? {
        ...{ name: '', purpose: 'monitoring', note: '', channels, trigger: 'day', days: EVERY_DAY, starts: [USUAL_START] },
        ...{ hours: USUAL_HOURS, rule_id: '', before_min: USUAL_AROUND_MIN, after_min: USUAL_AROUND_MIN },
      }
    : {
        ...{ name: plan.name, purpose: plan.purpose, note: plan.note ?? '', channels, trigger: plan.trigger },
        days: plan.days.length === 0 ? EVERY_DAY : plan.days,
        starts: plan.starts.length === 0 ? [USUAL_START] : plan.starts,
        hours: plan.length_min === null ? USUAL_HOURS : plan.length_min / 60,
        rule_id: plan.rule_id ?? '',
        // Of another trigger they are nothing that anybody chose.
        before_min: plan.trigger === 'alarm' ? plan.before_min : USUAL_AROUND_MIN,
        after_min: plan.trigger === 'alarm' ? plan.after_min : USUAL_AROUND_MIN,
      };

export type Fault = 'channels' | 'days' | 'starts' | 'rule';

/** When it begins as the server takes it, or what is missing. What its trigger doesn't ask for isn't sent along. */
export function triggerOf(values: PlanValues): { fault: Fault } | { patch: Omit<PlanPatch, 'channels'> } {
  const { trigger, rule_id } = values;
  const starts = values.starts.filter((one) => one !== null);
  const asks = (...of: readonly PlanTrigger[]) => of.includes(trigger);
  if (asks('day', 'week', 'times') && (starts.length < values.starts.length || starts.length === 0)) return { fault: 'starts' };
  if (asks('week', 'times') && values.days.length === 0) return { fault: 'days' };
  if (asks('alarm') && rule_id === '') return { fault: 'rule' };
  const first = asks('times') ? [...new Set(starts)].sort().slice(0, MOST_STARTS) : starts.slice(0, 1);
  return {
    patch: {
      trigger,
      days: asks('times') ? [...values.days] : asks('week') ? values.days.slice(0, 1) : [],
      starts: asks('day', 'week', 'times') ? first : [],
      length_min: asks('times') ? Math.round((values.hours ?? USUAL_HOURS) * 60) : null,
      rule_id: asks('alarm') ? rule_id : null,
      before_min: asks('alarm') ? Math.round(values.before_min ?? 0) : 0,
      after_min: asks('alarm') ? Math.round(values.after_min ?? 0) : 0,
    },
  };
}
