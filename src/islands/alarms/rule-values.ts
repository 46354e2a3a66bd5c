import type { NewAlarmRule, RuleChoices, WatchableChannel } from '../../lib/client/alarm-rules/alarm-rules.store.ts';
import type { AlarmEscalation, AlarmRule, AlarmRuleKind, AlarmSeverity } from '../../lib/contract/alarm-rules.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { SensorType } from '../../lib/contract/sensor-types.ts';
import type { Shift } from '../../lib/contract/shift-calendars.ts';
import { shownAs } from '../../lib/domain/quantities/quantities.ts';
import { readStates, shownDifference, shownLimit, storedDifference, storedLimit } from './shown-limits.ts';

/** What the form of a rule holds, and how it becomes a rule. Times are minutes, limits in the unit that people see. */
/** Hours of days of the week; clock times are `HH:MM`. */
export type RuleSpan = { days: number[]; from: string | null; to: string | null };

export type RuleValues = {
  name: string;
  subject: 'channel' | 'types';
  channel_id: string;
  /** Empty = of any. */
  sensor_type_id: string;
  logger_type_id: string;
  machine_id: string;
  place: 'workspace' | 'everywhere';
  kind: AlarmRuleKind;
  low: number | null;
  high: number | null;
  /** Of changes, above zero. */
  fall: number | null;
  states: string;
  hysteresis: number | null;
  window: number | null;
  on_delay: number | null;
  off_delay: number | null;
  cool_down: number | null;
  latch: boolean;
  hours: 'always' | 'hours';
  spans: RuleSpan[];
  severity: AlarmSeverity;
  recipients: string[];
  /** Minutes after which the next ones are told; null = nobody is. */
  escalate_after: number | null;
  escalate_to: string[];
};

/** How values are shown that the limits are of. */
export type ShownOf = Pick<Channel, 'display_unit' | 'conversion' | 'decimals' | 'kind' | 'state_words'>;

/** As the contract takes. */
export const MOST_SPANS = 20;
export const USUAL_SPAN: RuleSpan = { days: [1, 2, 3, 4, 5], from: '06:00', to: '14:00' };
/** What shifts of a calendar are as hours of a rule. */
export const spansOf = (shifts: readonly Shift[]): RuleSpan[] =>
  shifts
    .filter(({ days }) => days.length > 0)
    .map(({ days, start, end }) => ({ days: [...days].sort((a, b) => a - b), from: start, to: end }));

const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export const hasLow = (kind: AlarmRuleKind): boolean => kind === 'below' || kind === 'outside' || kind === 'inside';
export const hasHigh = (kind: AlarmRuleKind): boolean => kind === 'above' || kind === 'outside' || kind === 'inside' || kind === 'rate';
/** Kinds whose values have a unit. */
export const isMeasured = (kind: AlarmRuleKind): boolean => hasLow(kind) || hasHigh(kind);

const NUMBERS: readonly AlarmRuleKind[] = ['above', 'below', 'outside', 'inside', 'rate'];
const ANY: readonly AlarmRuleKind[] = ['no_data', 'sensor_error'];
const FAMILIES: readonly (readonly AlarmRuleKind[])[] = [
  ['above', 'below', 'outside', 'inside'],
  ['rate'],
  ['state'],
  ['no_data'],
  ['sensor_error'],
];

/** Kinds that fit the values; a rule that is there keeps to what its values are. */
export function kindsOf(shown: ShownOf | null, rule: AlarmRule | null): readonly AlarmRuleKind[] {
  if (rule) return FAMILIES.find((family) => family.includes(rule.kind)) ?? NUMBERS;
  if (shown === null) return ANY;
  return shown.kind === 'state' ? ['state', ...ANY] : [...NUMBERS, ...ANY];
}

export function shownOfType({ quantity, display_unit, decimals, kind, state_words }: SensorType): ShownOf {
  const shown = shownAs({ unit: null, decimals: null }, { quantity, display_unit, decimals });
  return { ...shown, kind: kind === 'delta' ? 'gauge' : kind, state_words };
}

export function initialOf(rule: AlarmRule | null, shown: ShownOf | null, first: WatchableChannel | undefined): RuleValues {
  const difference = (value: number) => (shown ? shownDifference(value, shown) : value);
  const limit = (value: number | null) => (shown ? shownLimit(value, shown) : value);
  const isRate = rule?.kind === 'rate';
  return {
    name: rule?.name ?? '',
    subject: rule && rule.channel_id === null ? 'types' : 'channel',
    channel_id: rule?.channel_id ?? first?.channel.id ?? '',
    sensor_type_id: rule?.sensor_type_id ?? '',
    logger_type_id: rule?.logger_type_id ?? '',
    machine_id: rule?.machine_id ?? '',
    place: rule && rule.channel_id === null && rule.workspace_id === null ? 'everywhere' : 'workspace',
    kind: rule?.kind ?? (first?.channel.kind === 'state' ? 'state' : 'above'),
    low: rule && !isRate ? limit(rule.low) : null,
    high: rule ? (isRate && rule.high !== null ? difference(rule.high) : limit(rule.high)) : null,
    fall: isRate && rule.low !== null ? difference(-rule.low) : null,
    states: rule?.states.join(', ') ?? '',
    hysteresis: rule ? difference(rule.hysteresis) : 0,
    window: (rule?.window_s || 600) / 60,
    on_delay: (rule?.on_delay_s ?? 0) / 60,
    off_delay: (rule?.off_delay_s ?? 0) / 60,
    cool_down: (rule?.cool_down_s ?? 0) / 60,
    latch: rule?.latch ?? false,
    hours: rule?.schedule ? 'hours' : 'always',
    spans: rule?.schedule?.spans.map(({ days, from, to }) => ({ days: [...days], from: clockOf(from), to: clockOf(to) })) ?? [USUAL_SPAN],
    severity: rule?.severity ?? 'warning',
    recipients: rule?.recipients ?? [],
    escalate_after: rule?.escalation[0]?.after_min ?? null,
    escalate_to: rule?.escalation[0]?.recipients ?? [],
  };
}

const seconds = (minutes: number | null): number => Math.round((minutes ?? 0) * 60);
/** Hours begin and end with every fifth minute. */
function minuteOf(clock: string | null): number {
  const [hours = 0, minutes = 0] = (clock ?? '').split(':').map(Number);
  return Math.round((hours * 60 + minutes) / 5) * 5;
}

export type RuleLimits = Omit<
  NewAlarmRule,
  'id' | 'name' | 'severity' | 'recipients' | 'channel_id' | 'sensor_type_id' | 'logger_type_id' | 'machine_id' | 'workspace_id'
>;

/** @param zone of the hours @param rule whose zone stays */
export function limitsOf(values: RuleValues, shown: ShownOf | null, { zone, rule }: { zone: string; rule: AlarmRule | null }): RuleLimits {
  const { kind } = values;
  const of = shown ?? { conversion: null };
  const isRate = kind === 'rate';
  const difference = (value: number | null) => (value === null ? null : storedDifference(value, of));
  const fall = isRate ? difference(values.fall) : null;
  const spans = values.spans.map(({ days, from, to }) => ({ days, from: minuteOf(from), to: minuteOf(to) }));
  return {
    kind,
    low: isRate ? fall && -fall : hasLow(kind) ? storedLimit(values.low, of) : null,
    high: isRate ? difference(values.high) : hasHigh(kind) ? storedLimit(values.high, of) : null,
    states: kind === 'state' ? readStates(values.states) : [],
    hysteresis: isMeasured(kind) ? storedDifference(values.hysteresis ?? 0, of) : 0,
    on_delay_s: seconds(values.on_delay),
    off_delay_s: kind === 'no_data' ? 0 : seconds(values.off_delay),
    window_s: isRate ? seconds(values.window) : 0,
    latch: values.latch,
    cool_down_s: seconds(values.cool_down),
    schedule: values.hours === 'always' ? null : { zone: rule?.schedule?.zone ?? zone, spans },
  };
}

/** The first step as the form has it; later ones stay as they are. */
export function escalationOf({ escalate_after, escalate_to }: RuleValues, rule: AlarmRule | null): AlarmEscalation {
  if (escalate_after === null || escalate_to.length === 0) return [];
  const more = rule?.escalation.slice(1).filter(({ after_min }) => after_min > escalate_after) ?? [];
  return [{ after_min: Math.round(escalate_after), recipients: escalate_to }, ...more];
}

const orNull = (id: string): string | null => id || null;

export function subjectOf(values: RuleValues, workspace: string | null) {
  if (values.subject === 'channel') return { channel_id: values.channel_id };
  const { sensor_type_id, logger_type_id, machine_id, place } = values;
  return {
    sensor_type_id: orNull(sensor_type_id),
    logger_type_id: orNull(logger_type_id),
    machine_id: orNull(machine_id),
    workspace_id: place === 'everywhere' ? null : workspace,
  };
}

/** Channels of the choices on which a rule can be tried. */
export function triedChannels(values: RuleValues, { channels }: RuleChoices): readonly WatchableChannel[] {
  if (values.subject === 'channel') return channels.filter(({ channel }) => channel.id === values.channel_id);
  return channels.filter(
    ({ channel, loggerType, machine }) =>
      (values.sensor_type_id === '' || channel.sensor_type_id === values.sensor_type_id) &&
      (values.logger_type_id === '' || loggerType === values.logger_type_id) &&
      (values.machine_id === '' || (channel.machine_id ?? machine) === values.machine_id),
  );
}
