import type { Reading } from '../../contract/readings.ts';
import { isOutside, type Range } from '../../domain/quantities/outside.ts';
import { plausible } from '../../domain/quantities/plausible.ts';
import { AHEAD, EXCLUDED, SENSOR_ERROR } from '../kernel/reading-store.ts';
import type { Row } from '../kernel/schema.ts';

/** What is plausible of a channel's values; null = nobody said. */
export const rangeOf = ({ unit, kind }: Pick<Row<'channels'>, 'unit' | 'kind'>, sensor: Row<'sensor_types'> | null): Range | null =>
  sensor === null || kind === 'text' ? null : plausible(unit, sensor);

/** What is most to be said of a reading. */
export function qualityOf({ num, quality }: { num: number | null; quality: number }, range: Range | null): Reading['quality'] {
  if ((quality & EXCLUDED) !== 0) return 'excluded';
  if ((quality & SENSOR_ERROR) !== 0) return 'sensor_error';
  if ((quality & AHEAD) !== 0) return 'ahead';
  return range && num !== null && isOutside(num, range) ? 'suspect' : 'good';
}
