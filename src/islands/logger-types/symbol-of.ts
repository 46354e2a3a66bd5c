import type { SensorType } from '../../lib/contract/sensor-types.ts';
import { unitOf } from '../../lib/domain/quantities/quantities.ts';

/** A unit as people write it; without a sensor type it is whatever somebody wrote. */
export const symbolOf = (sensor: SensorType | undefined, unit: string | null): string =>
  (sensor && unit !== null ? (unitOf(sensor.quantity, unit)?.symbol ?? unit) : unit) ?? '';
