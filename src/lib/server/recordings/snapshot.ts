import type { MeanKind } from '../../contract/means.ts';
import type { RecordedChannel, RecordingLimits } from '../../contract/recordings.ts';
import type { Quantity } from '../../contract/sensor-types.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Types, toChannel } from '../channels/channels.service.ts';
import type { RecordingsRepo } from './recordings.repo.ts';

export type Source = Awaited<ReturnType<RecordingsRepo['sources']>>[number];

/** What is kept of a channel; what its figures are made by stands beside what is answered. */
export interface Snapshot extends Omit<RecordedChannel, 'channel_id' | 'limits'> {
  own_unit: string | null;
  mean: MeanKind;
  quantity: Quantity | null;
}

/** A channel as it is now, the way its values become what people see with it. */
export function snapshotOf(source: Source, types: Types, now: number): Snapshot {
  const shown = toChannel(source, types);
  const type = types.get(source.sensor_type_id ?? '');
  return {
    key: source.key,
    name: source.name,
    kind: source.kind,
    unit: shown.unit,
    display_unit: shown.display_unit,
    conversion: shown.conversion,
    decimals: shown.decimals,
    state_words: shown.state_words,
    datalogger_id: source.datalogger_id,
    datalogger_name: source.datalogger_name,
    logger_type: source.type_name === null ? null : { name: source.type_name, version: source.type_version },
    sensor_type_id: source.sensor_type_id,
    quantity: type?.quantity ?? null,
    interval_s: source.interval_s,
    taken_at: formatInstant(now),
    own_unit: source.unit,
    mean: type?.mean ?? 'arithmetic',
  };
}

export const readSnapshot = (json: string): Snapshot => JSON.parse(json) as Snapshot;
export const readLimits = (json: string | null): RecordingLimits | null => (json === null ? null : (JSON.parse(json) as RecordingLimits));
