import { type Channel, listChannels } from '../../contract/channels.ts';
import { type Datalogger, listDataloggers } from '../../contract/dataloggers.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import { listPeople } from '../../contract/people.ts';
import { createReportSchedule, listReportSchedules, type ReportSchedule, updateReportSchedule } from '../../contract/report-schedules.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { readAll } from '../kernel/read-all.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type ScheduleList = ResponseOf<typeof listReportSchedules>;
export type NewSchedule = BodyInput<typeof createReportSchedule>;
export type SchedulePatch = Omit<BodyInput<typeof updateReportSchedule>, 'rev'>;

export interface ReportSchedulesStore extends Pick<BlockStore<ScheduleList>, '$state' | 'start' | 'load'> {
  /** @throws ApiError */
  create(schedule: NewSchedule): Promise<ReportSchedule>;
  /** @throws ApiError */
  save(schedule: ReportSchedule, patch: SchedulePatch): Promise<ReportSchedule>;
}

/** Reports of a workspace (null = of all) that are made by the clock. */
export function createReportSchedules(deps: StoreDeps, workspace: string | null, initial: ScheduleList | null): ReportSchedulesStore {
  const params = { organization_id: deps.organization };
  const block = createBlock<ScheduleList>(
    deps,
    initial,
    (call) => call(listReportSchedules, { params, query: workspace === null ? {} : { workspace_id: workspace } }),
    {
      hear(event, _shown, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'report-schedules') reload();
      },
    },
  );
  return {
    $state: block.$state,
    start: block.start,
    load: block.load,
    async create(body) {
      const made = await deps.call(createReportSchedule, { params, body });
      await block.load();
      return made;
    },
    async save(schedule, patch) {
      const saved = await deps.call(updateReportSchedule, {
        params: { ...params, id: schedule.id },
        body: { rev: schedule.rev, ...patch },
      });
      await block.load();
      return saved;
    },
  };
}

/** What a schedule may say: loggers, their channels of numbers, and people. */
export interface ScheduleChoices {
  loggers: readonly Pick<Datalogger, 'id' | 'name' | 'code'>[];
  channels: readonly Channel[];
  people: readonly { id: string; name: string }[];
}

export function createScheduleChoices(deps: StoreDeps, workspace: string | null): BlockStore<ScheduleChoices> {
  const params = { organization_id: deps.organization };
  const place = workspace === null ? {} : { workspace_id: workspace };
  return createBlock<ScheduleChoices>(
    deps,
    null,
    async (call) => {
      const [{ items }, loggers, people] = await Promise.all([
        call(listChannels, { params, query: place }),
        readAll<Datalogger>((page) => call(listDataloggers, { params, query: { ...place, sort: 'name', ...page } })),
        call(listPeople, { params, query: { ...place, sort: 'name', limit: '500' } }),
      ]);
      return {
        loggers,
        channels: items.filter(({ kind, archived_at }) => (kind === 'gauge' || kind === 'counter') && archived_at === null),
        people: people.items.map(({ id, name }) => ({ id, name })),
      };
    },
    { hear: () => undefined },
  );
}
