import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
} from '../../contract/webhooks.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type WebhookPatch = Omit<BodyInput<typeof updateWebhook>, 'rev'>;

export interface WebhooksStore extends BlockStore<readonly Webhook[]> {
  /** The answer is the only place that ever has the secret; the store doesn't keep it. @throws ApiError */
  create(body: BodyInput<typeof createWebhook>): Promise<ResponseOf<typeof createWebhook>>;
  /** @throws ApiError */
  save(row: Webhook, patch: WebhookPatch): Promise<Webhook>;
  /** What a test message was answered. @throws ApiError */
  test(id: string): Promise<WebhookDelivery>;
}

/** Where the organisation's alarms are sent. */
export function createWebhooks(deps: StoreDeps): WebhooksStore {
  const params = { organization_id: deps.organization };
  const block = createBlock<readonly Webhook[]>(deps, null, async (call) => (await call(listWebhooks, { params })).items, {
    hear(event, _, { reload }) {
      if (event.name === 'changed' && event.data.entity === 'webhooks') reload();
    },
  });
  const { load } = block;
  return {
    $state: block.$state,
    start: block.start,
    load,
    async create(body) {
      const made = await deps.call(createWebhook, { params, body });
      await load();
      return made;
    },
    async save({ id, rev }, patch) {
      const saved = await deps.call(updateWebhook, { params: { ...params, id }, body: { rev, ...patch } });
      await load();
      return saved;
    },
    test: (id) => deps.call(testWebhook, { params: { ...params, id } }),
  };
}

/** Messages of one. */
export function createDeliveries(deps: StoreDeps, id: string): BlockStore<readonly WebhookDelivery[]> {
  const params = { organization_id: deps.organization, id };
  return createBlock<readonly WebhookDelivery[]>(deps, null, async (call) => (await call(listDeliveries, { params })).items, {
    hear(event, _, { reload }) {
      if (event.name === 'changed' && event.data.entity === 'webhooks' && event.data.id === id) reload();
    },
  });
}
