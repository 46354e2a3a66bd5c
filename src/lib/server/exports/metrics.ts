import type { QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { type getMetrics as endpoint, METRICS_MOST_CHANNELS } from '../../contract/exports.ts';
import { dataloggerState } from '../../domain/datalogger-state.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import type { Ctx } from '../kernel/context.ts';
import { readableWorkspaces } from '../kernel/list.ts';
import { exportsRepo } from './exports.repo.ts';

/** Newest values for a program that asks for them every so often: the text format of Prometheus, version 0.0.4. */

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const escaped = (text: string): string => text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));
const labels = (given: Record<string, string>): string =>
  `{${Object.entries(given)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')}}`;

interface Metric {
  name: string;
  help: string;
  lines: string[];
}
const metric = (name: string, help: string): Metric => ({ name, help, lines: [] });
const written = ({ name, help, lines }: Metric): string =>
  lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.map((line) => `${name}${line}\n`).join('')}`;

/** @throws AppError too_many_rows */
export async function getMetrics(ctx: Ctx, { workspace_id, datalogger_id }: QueryOf<typeof endpoint>): Promise<string> {
  const filter = { workspaces: readableWorkspaces(ctx, workspace_id), dataloggerId: datalogger_id };
  const rows = await ctx.db.read(ctx.organization.id, (db) =>
    exportsRepo({ db, organization_id: ctx.organization.id }).newest(filter, METRICS_MOST_CHANNELS + 1),
  );
  if (rows.length > METRICS_MOST_CHANNELS) throw new AppError('too_many_rows');
  const now = ctx.clock.now();
  const value = metric('taktlog_reading', 'Newest reading of a channel, in the unit that it is stored in.');
  const age = metric('taktlog_reading_age_seconds', 'Age of the newest reading.');
  const failing = metric('taktlog_sensor_failing', '1 where the sensor said after its newest reading that it can not measure.');
  const state = metric('taktlog_logger_state', '1 for the state that a logger is in.');
  const told = new Set<string>();
  for (const row of rows) {
    if (!told.has(row.datalogger_id)) {
      told.add(row.datalogger_id);
      const millis = (us: number | null) => us && us / 1_000;
      const facts = {
        ...row,
        ...{ last_seen_at: millis(row.last_seen_at), refused_at: millis(row.refused_at), filed_at: millis(row.filed_at) },
      };
      const found = dataloggerState(facts, now / 1_000);
      state.lines.push(`${labels({ logger: row.logger, logger_id: row.datalogger_id, state: found })} 1`);
    }
    const { quantity, display_unit } = row;
    const type = quantity === null || display_unit === null ? null : { quantity, display_unit, decimals: null };
    const { unit } = shownAs({ unit: row.unit, decimals: null }, type);
    const of = labels({ logger: row.logger, channel: row.name, unit: unit ?? '', channel_id: row.id });
    const isFailing = row.left_out_ts !== null && (row.last_ts === null || row.left_out_ts > row.last_ts);
    if (isFailing) failing.lines.push(`${of} 1`);
    if (row.last_ts === null || row.last_num === null) continue;
    value.lines.push(`${of} ${row.last_num}`);
    age.lines.push(`${of} ${Math.max(0, now - row.last_ts) / 1e6}`);
  }
  return [value, age, failing, state].map(written).join('');
}
