import { type AlarmRule, createAlarmRule, listAlarmRules, tryAlarmRule, updateAlarmRule } from '../../contract/alarm-rules.ts';
import { type Channel, listChannels } from '../../contract/channels.ts';
import { type Datalogger, listDataloggers } from '../../contract/dataloggers.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import { listLoggerTypes } from '../../contract/logger-types.ts';
import { listMachines, type Machine } from '../../contract/machines.ts';
import { listPeople } from '../../contract/people.ts';
import { listSensorTypes, type SensorType } from '../../contract/sensor-types.ts';
import { getShiftCalendar, type Shift } from '../../contract/shift-calendars.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { readAll } from '../kernel/read-all.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type NewAlarmRule = BodyInput<typeof createAlarmRule>;
export type AlarmRulePatch = Omit<BodyInput<typeof updateAlarmRule>, 'rev'>;
export type AlarmTrial = ResponseOf<typeof tryAlarmRule>;

export interface AlarmRulesStore extends Pick<BlockStore<readonly AlarmRule[]>, '$state' | 'start' | 'load'> {
  /** @throws ApiError */
  create(rule: NewAlarmRule): Promise<AlarmRule>;
  /** @throws ApiError */
  save(rule: AlarmRule, patch: AlarmRulePatch): Promise<AlarmRule>;
  /** What limits would have raised since a moment. @throws ApiError */
  tried(limits: BodyInput<typeof tryAlarmRule>): Promise<AlarmTrial>;
}

/** Rules of a workspace (null = of all), or of one logger. */
export function createAlarmRules(deps: StoreDeps, of: { workspace: string | null; datalogger: string | null }): AlarmRulesStore {
  const params = { organization_id: deps.organization };
  const block = createBlock<readonly AlarmRule[]>(
    deps,
    null,
    async (call) =>
      (
        await call(listAlarmRules, {
          params,
          query: {
            ...(of.workspace === null ? {} : { workspace_id: of.workspace }),
            ...(of.datalogger === null ? {} : { datalogger_id: of.datalogger }),
          },
        })
      ).items,
    {
      hear(event, _shown, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'alarm-rules') reload();
      },
    },
  );
  return {
    $state: block.$state,
    start: block.start,
    load: block.load,
    async create(body) {
      const rule = await deps.call(createAlarmRule, { params, body });
      await block.load();
      return rule;
    },
    async save(rule, patch) {
      const saved = await deps.call(updateAlarmRule, { params: { ...params, id: rule.id }, body: { rev: rule.rev, ...patch } });
      await block.load();
      return saved;
    },
    tried: (body) => deps.call(tryAlarmRule, { params, body }),
  };
}

/** What a rule may say: channels that it may watch, and people who may be told. */
export interface RuleChoices {
  sensorTypes: readonly SensorType[];
  loggerTypes: readonly { id: string; name: string }[];
  machines: readonly { id: string; name: string }[];
  channels: readonly WatchableChannel[];
  people: readonly { id: string; name: string }[];
  /** Of the workspace; none where several are meant. */
  shifts: readonly Shift[];
}

/** A channel that a rule may watch, and its logger's name. */
export interface WatchableChannel {
  channel: Channel;
  logger: string;
  /** Of its logger. */
  loggerType: string | null;
  machine: string | null;
}

const ofLogger = (channel: Channel, logger: Datalogger | undefined): WatchableChannel => ({
  channel,
  logger: logger?.name ?? '',
  loggerType: logger?.logger_type_id ?? null,
  machine: logger?.machine_id ?? null,
});

/** Channels in use whose values are numbers or states, with the names of their loggers, and people of the workspace. */
export function createRuleChoices(
  deps: StoreDeps,
  { workspace, datalogger }: { workspace: string | null; datalogger: string | null },
): BlockStore<RuleChoices> {
  const params = { organization_id: deps.organization };
  const place = workspace === null ? {} : { workspace_id: workspace };
  return createBlock<RuleChoices>(
    deps,
    null,
    async (call) => {
      const [{ items }, loggers, people, sensorTypes, loggerTypes, machines, shifts] = await Promise.all([
        call(listChannels, { params, query: { ...place, ...(datalogger === null ? {} : { datalogger_id: datalogger }) } }),
        readAll<Datalogger>((page) => call(listDataloggers, { params, query: { ...place, sort: 'name', ...page } })),
        call(listPeople, { params, query: { ...place, sort: 'name', limit: '500' } }),
        call(listSensorTypes, { params }),
        call(listLoggerTypes, { params }),
        // Who reads loggers may not read machines.
        readAll<Machine>((page) => call(listMachines, { params, query: { ...place, sort: 'name', ...page } })).catch(() => []),
        // Nor the calendar, which only fills hours in.
        workspace === null
          ? []
          : call(getShiftCalendar, { params: { ...params, id: workspace } }).then(
              (calendar) => calendar.shifts,
              () => [],
            ),
      ]);
      const names = new Map(loggers.map((one) => [one.id, one]));
      return {
        channels: items
          .filter(({ kind, archived_at }) => kind !== 'text' && archived_at === null)
          .map((channel) => ofLogger(channel, names.get(channel.datalogger_id ?? ''))),
        sensorTypes: sensorTypes.items.filter(({ archived_at, kind }) => archived_at === null && kind !== 'text'),
        loggerTypes: loggerTypes.items.filter(({ archived_at }) => archived_at === null).map(({ id, name }) => ({ id, name })),
        machines: machines.map(({ id, name }) => ({ id, name })),
        people: people.items.map(({ id, name }) => ({ id, name })),
        shifts,
      };
    },
    { hear: () => undefined },
  );
}
