import type { ChannelKind } from '../../../contract/channels.ts';
import type { TypeChannel } from '../../../contract/logger-types.ts';
import type { IngestError } from '../../../contract/received-data.ts';
import type { Quantity, SensorKind } from '../../../contract/sensor-types.ts';
import { numberOf } from '../../../domain/logger-types/number-text.ts';
import { canonicalUnit, toCanonical, unitOf } from '../../../domain/quantities/quantities.ts';
import { isSensorError } from '../../../domain/quantities/sensor-error.ts';
import type { DecodedValue } from '../decoded.ts';

/** What of a sensor type decides how a value is read; neither changes while the type exists. */
export interface SensorFacts {
  quantity: Quantity;
  kind: SensorKind;
}

export type Converted =
  | { value: DecodedValue; warning: IngestError['code'] | null; failed?: boolean }
  | { value: null; problem: IngestError['code'] };

/** What the device wrote where it says that it can't measure. */
const failure = (said: number | string): Converted => ({ value: String(said).trim(), warning: 'sensor_error', failed: true });
const refused = (problem: IngestError['code']): Converted => ({ value: null, problem });

/** The kind of channel that a type makes. */
export const channelKindOf = (kind: SensorKind): ChannelKind => (kind === 'delta' ? 'gauge' : kind);

/** What floating point adds behind the digits of a scaled value: 248 × 0.1 is 24.8. */
const clean = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(15)));

/** A raw value as the channel stores it: the text as number, state or words, then scale and offset, then the canonical unit. */
export function converter(channel: TypeChannel, sensor: SensorFacts | null): (raw: unknown) => Converted {
  const { scale, offset, input_min, input_max } = channel;
  const unit = sensor && channel.unit !== null ? unitOf(sensor.quantity, channel.unit) : null;
  const canonical = sensor && canonicalUnit(sensor.quantity);
  const isPlain = scale === 1 && offset === 0;
  const states = new Map(channel.states?.map(({ text, value }) => [text, value]));

  const measured = (number: number, comma: boolean): Converted => {
    if (!Number.isFinite(number)) return refused('not_finite');
    if ((input_min !== null && number < input_min) || (input_max !== null && number > input_max)) return failure(number);
    const scaled = isPlain ? number : clean(number * scale + offset);
    const value = unit && unit !== canonical ? toCanonical(scaled, unit) : scaled;
    return Number.isFinite(value) ? { value, warning: comma ? 'decimal_comma' : null } : refused('not_finite');
  };
  const numeric = (raw: unknown): Converted => {
    if (typeof raw === 'number') return measured(raw, false);
    if (typeof raw === 'boolean') return measured(raw ? 1 : 0, false);
    if (typeof raw !== 'string') return refused('bad_value');
    const { value, comma } = numberOf(raw);
    if (!Number.isNaN(value)) return measured(value, comma);
    return isSensorError(raw) ? failure(raw) : refused('bad_number');
  };
  const state = (raw: unknown): Converted => {
    if (typeof raw === 'string' || typeof raw === 'boolean') {
      const named = states.get(String(raw).trim());
      if (named !== undefined) return { value: named, warning: null };
    }
    if (typeof raw === 'boolean') return { value: raw, warning: null };
    const converted = numeric(raw);
    return converted.value === null && converted.problem === 'bad_number' ? refused('unknown_state') : converted;
  };
  const words = (raw: unknown): Converted =>
    typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean'
      ? { value: String(raw), warning: null }
      : refused('bad_value');

  if (sensor?.kind === 'text') return words;
  if (sensor?.kind === 'state' || states.size > 0) return state;
  if (sensor || !isPlain || input_min !== null || input_max !== null) return numeric;
  // Nobody said what it is: it stays what the message says.
  return (raw) =>
    typeof raw === 'number'
      ? measured(raw, false)
      : typeof raw === 'string' || typeof raw === 'boolean'
        ? { value: raw, warning: null }
        : refused('bad_value');
}
