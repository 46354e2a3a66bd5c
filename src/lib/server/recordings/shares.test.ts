import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../client/kernel/http.ts';
import type { Recording, RecordingShare, SharedRecording } from '../../contract/recordings.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { sendJson } from '../auth/testing.ts';
import { inProcess } from '../process/in-process.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeMessage, TEST_NOW } from '../testing/testing.ts';

const MINUTE = 60e6;
const DAY = 86_400e6;

describe.each(ENGINES)('links to a recording on %s', (engine) => {
  let plant: TestPlant;
  let recording: Recording;
  beforeEach(async () => {
    plant = await testPlant(engine);
    const channel = await makeChannel(plant.deps, plant.datalogger, { key: 'temperature', unit: '°C' });
    const from = TEST_NOW - 120 * MINUTE;
    const readings = Array.from({ length: 61 }, (_, i) => ({ channelNo: channel.no, ts: from + i * MINUTE, num: 5, text: null }));
    await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings));
    const limits = { low: 2, high: 8, allowed_above_s: 0, allowed_below_s: 0, coverage: 0.95, kinetic_high: null };
    const answer = await plant.send('POST', '/recordings', {
      name: 'Rozvoz',
      purpose: 'transport',
      channels: [{ channel_id: channel.id, limits }],
      from: formatInstant(from),
      to: formatInstant(from + 60 * MINUTE),
    });
    recording = (await answer.json()) as Recording;
  });

  async function share(over: object = {}) {
    const answer = await plant.send('POST', `/recordings/${recording.id}/shares`, { expires_in_days: 7, ...over });
    return (await answer.json()) as RecordingShare & { token: string };
  }
  async function open(token: string, password?: string) {
    const answer = await sendJson(plant.app, 'POST', '/v1/shared/recordings', { token, ...(password === undefined ? {} : { password }) });
    return { status: answer.status, body: (await answer.json()) as SharedRecording & { code?: string } };
  }
  const shares = async () => (await plant.get<{ items: RecordingShare[] }>(`/recordings/${recording.id}/shares`)).items;

  it('show it to anybody, with its verdict and its chart and nothing else, and count how often', async () => {
    const { token, id } = await share({ label: 'Pro odběratele' });
    expect(await shares()).toMatchObject([{ id, label: 'Pro odběratele', opened: 0, has_password: false, token_hint: token.slice(-4) }]);
    const { status, body } = await open(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Rozvoz', organization: plant.organization.name, evaluation: { verdict: 'passed' } });
    expect(body.series[0]!.series.ts).toHaveLength(60);
    expect(JSON.stringify(body)).not.toContain(plant.organization.id);
    expect(JSON.stringify(body)).not.toContain(plant.datalogger.id);
    await open(token);
    expect(await shares()).toMatchObject([{ opened: 2, last_opened_at: formatInstant(TEST_NOW) }]);
  });

  it('are over when they are revoked or end, and others than those there are are none', async () => {
    const { token, id } = await share();
    const other = await share({ expires_in_days: 1 });
    await plant.send('POST', `/recordings/${recording.id}/shares/revoke`, { share_id: id });
    expect(await open(token)).toMatchObject({ status: 410, body: { code: 'share_ended' } });
    plant.deps.clock.advance(DAY - 1);
    expect((await open(other.token)).status).toBe(200);
    plant.deps.clock.advance(1);
    expect((await open(other.token)).status).toBe(410);
    expect((await open(`${token}x`)).status).toBe(404);
  });

  it('are over when the recording is archived', async () => {
    const { token } = await share();
    await plant.send('PATCH', `/recordings/${recording.id}`, { rev: recording.rev, archived: true });
    expect((await open(token)).status).toBe(410);
  });

  it('ask for their password, and wrong ones are no opening', async () => {
    const { token } = await share({ password: 'tajné' });
    expect(await open(token)).toMatchObject({ status: 403, body: { code: 'share_password' } });
    expect(await open(token, 'jiné')).toMatchObject({ status: 403, body: { code: 'password_wrong' } });
    expect(await shares()).toMatchObject([{ opened: 0, has_password: true }]);
    expect((await open(token, 'tajné')).status).toBe(200);
  });

  it('are stored as a hash only, and no line of the log holds one', async () => {
    const { token } = await share();
    await open(token);
    const stored = await plant.deps.db.read(plant.organization.id, async (db) =>
      JSON.stringify([
        await db.selectFrom('recording_shares').selectAll().execute(),
        await db.selectFrom('audit_events').selectAll().where('organization_id', '=', plant.organization.id).execute(),
      ]),
    );
    expect(stored).not.toContain(token);
    expect(JSON.stringify(plant.deps.lines)).not.toContain(token);
  });

  it('are made and revoked by whoever may sign, of recordings that he may read', async () => {
    const technician = await plant.member('technician', plant.workspace.id);
    expect((await plant.send('POST', `/recordings/${recording.id}/shares`, { expires_in_days: 7 }, technician)).status).toBe(403);
    const { id } = await share();
    const revoke = { share_id: id };
    expect((await plant.send('POST', `/recordings/${recording.id}/shares/revoke`, revoke, technician)).status).toBe(403);
    expect((await plant.send('POST', `/recordings/${recording.id}/shares/revoke`, { share_id: recording.id })).status).toBe(404);
    expect((await plant.send('POST', `/recordings/${recording.id}/shares`, { expires_in_days: 0 })).status).toBe(422);
  });

  it('are opened so often from one address and with one link that nobody tries passwords, and visitors of pages count by their own address', async () => {
    const { token } = await share({ password: 'a long password of the share' });
    /** As a page asks for its visitor. */
    const from = async (address: string, sent: string, times = 1) => {
      const ask = inProcess(plant.app, null, address);
      const codes = new Map<string, number>();
      for (let n = 0; n < times; n++) {
        const { data } = await ask({ method: 'POST', path: '/v1/shared/recordings', body: { token: sent } } as HttpRequest);
        const { code } = data as { code: string };
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
      return Object.fromEntries(codes);
    };
    expect(await from('203.0.113.1', 'unknown', 121)).toEqual({ not_found: 120, too_many_attempts: 1 });
    expect(await from('203.0.113.2', 'unknown')).toEqual({ not_found: 1 });
    for (let n = 10; n < 20; n++) expect(await from(`203.0.113.${n}`, token, 120)).toEqual({ share_password: 120 });
    expect(await from('203.0.113.30', token)).toEqual({ too_many_attempts: 1 });
    const other = await share();
    expect((await open(other.token)).status).toBe(200);
    plant.deps.clock.advance(60 * MINUTE);
    expect(await from('203.0.113.1', token)).toEqual({ share_password: 1 });
  }, 60_000);
});
