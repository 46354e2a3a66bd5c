import { Buffer } from 'node:buffer';
import { newLoggerToken, TOKEN_BYTES, tokenHash, tokenHint } from '../credentials/logger-token.ts';
import { gatewaysRepo } from '../gateways/gateways.repo.ts';
import { quarantine } from '../ingest/quarantine.ts';
import type { Deps } from '../kernel/context.ts';
import type { DemoWords } from './words.ts';

/** A sensor that nobody has made a logger of yet: what it sent in the last hours, every ten minutes. */
const DEVICE = { dev_eui: '24e124136b502217', name: 'am307-sklad' };
const MESSAGES = 18;
const EVERY_US = 600e6;

/** A LoRaWAN gateway with one unknown device, whose messages wait in quarantine. */
export async function seedGateway(
  deps: Deps,
  organization: { id: string; no: number },
  { workspaceId, userId, word }: { workspaceId: string; userId: string; word: DemoWords },
): Promise<void> {
  const now = deps.clock.now();
  const id = deps.ids.uuid();
  const name = word('LoRaWAN – střecha');
  const token = newLoggerToken(deps.ids.token(TOKEN_BYTES));
  await deps.db.write(organization.id, (db) =>
    gatewaysRepo({ db, organization_id: organization.id }).insert({
      id,
      workspace_id: workspaceId,
      name,
      token_hash: tokenHash(token),
      token_hint: tokenHint(token),
      created_at: now,
      created_by: userId,
      last_used_at: now,
      revoked_at: null,
      revoked_by: null,
    }),
  );
  const gateway = {
    id,
    name,
    workspaceId,
    organization,
    naming: { lineTag: 'host', topicLevel: 1 },
    quotaPerMinute: null,
    loadedAt: now,
    lastUsedAt: now,
  };
  for (let i = MESSAGES - 1; i >= 0; i--) {
    const receivedAt = now - i * EVERY_US;
    const swing = Math.sin(receivedAt / 6e9);
    const message = {
      deduplicationId: deps.ids.uuid(),
      time: new Date(receivedAt / 1000).toISOString(),
      deviceInfo: { applicationName: 'sklady', deviceName: DEVICE.name, devEui: DEVICE.dev_eui },
      fCnt: 4_210 - i,
      fPort: 85,
      data: 'A2fXAARoVw==',
      object: { temperature: Math.round((21 + 2 * swing) * 10) / 10, humidity: Math.round(48 - 6 * swing), battery: 97 },
      rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -87, snr: 8.5 }],
    };
    const body = Buffer.from(JSON.stringify(message));
    const part = { kind: 'dev_eui', identity: DEVICE.dev_eui.toUpperCase(), label: DEVICE.name, body, failure: null } as const;
    const how = {
      door: 'chirpstack',
      decoder: 'chirpstack@1?event=up',
      contentType: 'application/json',
      topic: undefined,
      requestId: deps.ids.token(12),
    };
    await quarantine(deps, gateway, part, { ...how, receivedAt });
  }
}
