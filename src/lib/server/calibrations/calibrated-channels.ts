import type {
  CalibratedChannel,
  countCalibratedChannels as countEndpoint,
  listCalibratedChannels as listEndpoint,
} from '../../contract/calibrations.ts';
import type { QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { daysUntil, dueState } from '../../domain/readings/calibration.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Ctx } from '../kernel/context.ts';
import { listed, MOST_COUNTED, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { readCurve } from '../storage/readings/overlay.ts';
import { calibrationsRepo, type DueRow, dayIn, SORTS } from './calibrations.repo.ts';

function toCalibrated(row: DueRow, now: number): CalibratedChannel {
  const today = dayIn(now, row.time_zone);
  return {
    id: row.id,
    name: row.name,
    key: row.key,
    workspace_id: row.workspace_id,
    datalogger: row.datalogger_id === null ? null : { id: row.datalogger_id, name: row.datalogger_name ?? '' },
    state: row.calibration_id === null ? 'none' : dueState(row.due_on, today),
    days: row.due_on === null ? null : daysUntil(today, row.due_on),
    calibration:
      row.calibration_id === null
        ? null
        : {
            id: row.calibration_id,
            from: formatInstant(Number(row.from_ts)),
            kind: readCurve(row.curve!).kind,
            laboratory: row.laboratory!,
            certificate: row.certificate,
            calibrated_on: row.calibrated_on,
            due_on: row.due_on,
          },
    told_at: formatInstant(row.told_at === null ? null : Number(row.told_at)),
  };
}

const filterOf = (ctx: Ctx, { q, workspace_id, datalogger_id, channel_id }: QueryOf<typeof countEndpoint>) => ({
  q,
  workspaces: readableWorkspaces(ctx, workspace_id),
  datalogger_id,
  channel_id,
});

/** Measured channels in use, by when their calibration is due. @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listCalibratedChannels(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const page = pageAsked(query, SORTS, 'due');
  const filter = { ...filterOf(ctx, query), state: query.state };
  const now = ctx.clock.now();
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = calibrationsRepo({ db, organization_id: ctx.organization.id }, now);
    return listed<DueRow, CalibratedChannel>(query, page, await repo.channels(filter, page), {
      place: (row) => row.place,
      items: (rows) => rows.map((row) => toCalibrated(row, now)),
      count: () => repo.count(filter),
    });
  });
}

export async function countCalibratedChannels(ctx: Ctx, query: QueryOf<typeof countEndpoint>): Promise<ResponseOf<typeof countEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = calibrationsRepo({ db, organization_id: ctx.organization.id }, ctx.clock.now());
    return { ...(await repo.tally(filterOf(ctx, query))), most: MOST_COUNTED };
  });
}
