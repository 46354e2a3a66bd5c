import type { RawBuilder, SqlBool } from 'kysely';
import type { HealthFilter, LoggerHealth } from '../../contract/dataloggers.ts';
import { BATTERY_LOW, CLOCK_WRONG_S, COVERAGE_LOW } from '../../domain/logger-health.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantTable } from '../kernel/tenant-db.ts';

/** What was found of loggers `d`, as SQL and as it is told. */

export type HealthColumns = Pick<
  Row<'logger_health'>,
  'coverage_24h' | 'coverage_7d' | 'battery_trend' | 'battery_days' | 'skew_us' | 'two_clocks'
> & {
  health_at: number | null;
  battery: number | null;
  battery_ts: number | null;
  signal: number | null;
  signal_ts: number | null;
  signal_unit: string | null;
};

export const HEALTH_SHOWN = sql`h.looked_at as health_at, h.coverage_24h, h.coverage_7d, h.battery_trend, h.battery_days, h.skew_us, h.two_clocks,
  hb.last_num as battery, hb.last_ts as battery_ts, hs.last_num as signal, hs.last_ts as signal_ts, hs.unit as signal_unit`;

/** What was found, `h`, with the channels of battery and signal, whose newest readings are those of now. */
export const withHealth = (connection: TenantConnection) => sql`
  left join ${tenantTable(connection, 'logger_health as h')} on h.datalogger_id = d.id
  left join ${tenantTable(connection, 'channels as hb')} on hb.id = h.battery_channel_id
  left join ${tenantTable(connection, 'channels as hs')} on hs.id = h.signal_channel_id`;

/** Whole numbers, as cursors want them; what nothing is known of comes last. */
const whole = (value: string) => `cast(coalesce(${value}, 1000000000) as bigint)`;
export const HEALTH_SORTS = {
  coverage: { type: 'number', column: whole('h.coverage_24h * 10000') },
  coverage_7d: { type: 'number', column: whole('h.coverage_7d * 10000') },
  battery: { type: 'number', column: whole('hb.last_num * 100') },
  signal: { type: 'number', column: whole('hs.last_num * 100') },
  clock: { type: 'number', column: whole('h.skew_us / 1000000') },
} as const;

export function hasHealth(connection: TenantConnection, filter: HealthFilter): RawBuilder<SqlBool> {
  const wrong = {
    coverage: sql`h.coverage_24h < ${sql.lit(COVERAGE_LOW)}`,
    battery: sql`(hb.last_num <= ${sql.lit(BATTERY_LOW.percent)} or h.battery_days < ${sql.lit(BATTERY_LOW.days)})`,
    clock: sql`(h.skew_us < ${sql.lit(-CLOCK_WRONG_S * 1e6)} or h.skew_us > ${sql.lit(CLOCK_WRONG_S * 1e6)})`,
    senders: sql`h.two_clocks = 1`,
  }[filter];
  return sql<SqlBool>`exists (select 1 from ${tenantTable(connection, 'logger_health as h')}
    left join ${tenantTable(connection, 'channels as hb')} on hb.id = h.battery_channel_id where h.datalogger_id = d.id and ${wrong})`;
}

export function healthOfRow(row: HealthColumns): LoggerHealth | null {
  if (row.health_at === null) return null;
  return {
    at: formatInstant(row.health_at),
    coverage_24h: row.coverage_24h,
    coverage_7d: row.coverage_7d,
    battery:
      row.battery === null || row.battery_ts === null
        ? null
        : { value: row.battery, ts: formatInstant(row.battery_ts), trend: row.battery_trend ?? 'unknown', days_left: row.battery_days },
    signal:
      row.signal === null || row.signal_ts === null ? null : { value: row.signal, unit: row.signal_unit, ts: formatInstant(row.signal_ts) },
    clock_skew_s: row.skew_us === null ? null : row.skew_us / 1e6,
    two_senders: row.two_clocks === 1,
  };
}
