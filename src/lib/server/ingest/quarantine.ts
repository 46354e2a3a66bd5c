import type { Scope } from '../../contract/scopes.ts';
import { gatewaysRepo } from '../gateways/gateways.repo.ts';
import { type Ctx, type Deps, mutate } from '../kernel/context.ts';
import { stamps } from '../kernel/rows.ts';
import { packed } from '../kernel/unzip.ts';
import type { DevicePart } from './device-parts.ts';
import { quarantineRepo } from './quarantine.repo.ts';
import type { SendingGateway } from './sending-gateways.ts';

/** What may wait at one gateway. What was kept stays kept: when it is full, what comes is counted and not kept. */
export const QUARANTINE = { devices: 100, messagesOfDevice: 500, messages: 5_000, bytes: 16 * 1_048_576 } as const;
/** Open pages hear of more messages of a device at most this often, microseconds. */
const TOLD_EVERY_US = 5_000_000;
const GATEWAY_RIGHTS: Ctx['rights'] = { organization: new Set<Scope>(['dlog:write']), workspaces: new Map() };

export interface Quarantined {
  door: string;
  decoder: string;
  contentType: string | null;
  topic: string | undefined;
  receivedAt: number;
  requestId: string;
}

/** Keeps a message of a device of which nobody said yet whose it is. The first one of a device is written into the trail. */
export async function quarantine(
  deps: Deps,
  gateway: SendingGateway,
  part: DevicePart,
  { door, decoder, contentType, topic, receivedAt, requestId }: Quarantined,
): Promise<'quarantined' | 'quarantine_full' | 'ignored' | 'assigned'> {
  const { kind, identity, label } = part;
  const organization_id = gateway.organization.id;
  const ctx: Ctx = {
    ...deps,
    actor: { kind: 'device', id: gateway.id },
    organization: gateway.organization,
    rights: GATEWAY_RIGHTS,
    allOrgs: false,
    requestId,
  };
  const { body, bodyEncoding } = await packed(part.body, null);
  return mutate(ctx, 'device-identities.create', async (tx) => {
    tx.allow(gateway.workspaceId);
    const repo = quarantineRepo({ db: tx.db, organization_id });
    const place = { gatewayId: gateway.id, kind, identity };
    const row = await repo.at(place);
    tx.unchanged();
    if (row?.state === 'ignored' || row?.state === 'assigned') return row.state;
    const waiting = await repo.waitingAt(gateway.id);
    const isFull =
      (!row && waiting.devices >= QUARANTINE.devices) ||
      (row?.waiting ?? 0) >= QUARANTINE.messagesOfDevice ||
      waiting.messages >= QUARANTINE.messages ||
      waiting.bytes + body.byteLength > QUARANTINE.bytes;
    if (isFull) {
      await gatewaysRepo({ db: tx.db, organization_id }).countRefused(gateway.id);
      if (row) await repo.countRefused(row.id);
      return 'quarantine_full';
    }
    const id = row?.id ?? deps.ids.uuid();
    if (!row) {
      const first = {
        ...stamps(receivedAt, gateway.id),
        id,
        workspace_id: gateway.workspaceId,
        gateway_id: gateway.id,
        kind,
        identity,
        label,
      };
      await repo.insert({ ...first, state: 'waiting', datalogger_id: null, first_seen_at: receivedAt, last_seen_at: receivedAt });
      tx.audit(id, { workspaceId: gateway.workspaceId, after: { id, gateway_id: gateway.id, kind, identity, label, state: 'waiting' } });
    }
    await repo.keep(id, {
      id: deps.ids.uuid(),
      door,
      decoder,
      content_type: contentType,
      received_at: receivedAt,
      size: part.body.byteLength,
      body,
      body_encoding: bodyEncoding,
      topic: topic ?? null,
    });
    if (!row || receivedAt - row.last_seen_at > TOLD_EVERY_US)
      tx.publish({ name: 'changed', data: { entity: 'device-identities', id, workspace_id: gateway.workspaceId, datalogger_id: null } });
    return 'quarantined';
  });
}
