import { type AlarmRule, listAlarmRules } from '../../contract/alarm-rules.ts';
import { type ChannelChoice, listChannelChoices } from '../../contract/channels.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import { createRecordingPlan, listRecordingPlans, type RecordingPlan, updateRecordingPlan } from '../../contract/recording-plans.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type PlanList = ResponseOf<typeof listRecordingPlans>;
export type NewPlan = BodyInput<typeof createRecordingPlan>;
export type PlanPatch = Omit<BodyInput<typeof updateRecordingPlan>, 'rev'>;

export interface RecordingPlansStore extends Pick<BlockStore<PlanList>, '$state' | 'start' | 'load'> {
  /** @throws ApiError */
  create(plan: NewPlan): Promise<RecordingPlan>;
  /** @throws ApiError */
  save(plan: RecordingPlan, patch: PlanPatch): Promise<RecordingPlan>;
}

/** Plans of a workspace (null = of all) by which recordings begin. */
export function createRecordingPlans(deps: StoreDeps, workspace: string | null, initial: PlanList | null): RecordingPlansStore {
  const params = { organization_id: deps.organization };
  const block = createBlock<PlanList>(
    deps,
    initial,
    (call) => call(listRecordingPlans, { params, query: workspace === null ? {} : { workspace_id: workspace } }),
    {
      hear(event, _shown, { reload }) {
        if (event.name === 'changed' && (event.data.entity === 'recording-plans' || event.data.entity === 'recordings')) reload();
      },
    },
  );
  return {
    $state: block.$state,
    start: block.start,
    load: block.load,
    async create(body) {
      const made = await deps.call(createRecordingPlan, { params, body });
      await block.load();
      return made;
    },
    async save(plan, patch) {
      const saved = await deps.call(updateRecordingPlan, { params: { ...params, id: plan.id }, body: { rev: plan.rev, ...patch } });
      await block.load();
      return saved;
    },
  };
}

/** What a form of a plan begins with: rules whose alarms may begin a recording, and the channels that the plan has. */
export interface PlanChoices {
  rules: readonly Pick<AlarmRule, 'id' | 'name'>[];
  channels: readonly ChannelChoice[];
}

export function createPlanChoices(deps: StoreDeps, workspace: string | null, channels: readonly string[]): BlockStore<PlanChoices> {
  const params = { organization_id: deps.organization };
  return createBlock<PlanChoices>(
    deps,
    null,
    async (call) => {
      const [rules, chosen] = await Promise.all([
        call(listAlarmRules, { params, query: workspace === null ? {} : { workspace_id: workspace } }),
        channels.length === 0 ? { items: [] } : call(listChannelChoices, { params, query: { ids: channels.join() } }),
      ]);
      return { rules: rules.items.map(({ id, name }) => ({ id, name })), channels: chosen.items };
    },
    { hear: () => undefined },
  );
}
