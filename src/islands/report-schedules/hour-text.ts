import { firstInstantOf } from '../../lib/domain/time/wall-clock.ts';
import type { Format } from '../../lib/i18n/format.ts';

/** Any day on which no clock changes. */
const DAY = Date.UTC(2026, 0, 15);

/** An hour of the day as the person writes it. @param zone that of the format */
export const hourText = (format: Format, zone: string, hour: number): string =>
  format.clock(firstInstantOf(DAY + hour * 3_600_000, zone), 'minute');
