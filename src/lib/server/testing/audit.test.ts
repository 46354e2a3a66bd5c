import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import type { App } from '../kernel/http.ts';
import { VERBS, type Verb } from '../kernel/verbs.ts';
import { createApp } from '../process/app.ts';
import { type EndpointName, inputOf, makeApiKey, makeTenant, rowOf, type Tenant } from './tenant.ts';
import { ENGINES, makeMembership, makeUser, type TestDeps, testDeps } from './testing.ts';

interface Trial {
  /** The endpoint through which the verb is called. */
  endpoint: EndpointName;
  /** The workspace in the trail: the row's own unless said. */
  workspace?: 'none' | 'itself';
  /** Whom the row is about, where the answer has no `id`. */
  entity?: (tenant: Tenant) => string;
  /** Rows that the live stream hears of where there are more than the one: what counts of a calibrated channel is another one. */
  tells?: number;
}

/** One for each verb: a verb without a trial is an error of types. `channels.merge` tells of two channels and a task, `device-identities.create` a gateway's, `sensor-types.unmerge` takes back, `channels.remove` wants a channel without readings, `organizations.visit` comes of reading, `dataloggers.import` tells of a token with each logger, `machines.remove` and `dataloggers.remove` take back what was imported before, `device-identities.remove` leaves nothing behind, a recording is started, stopped and approved in one of its states, a standard is reviewed, returned and approved when it has readings, `tasks.*` are of whoever reads what they are about: they have tests of their own. */
const APART = [
  'sensor-types.unmerge',
  'channels.remove',
  'device-identities.remove',
  'device-identities.create',
  'organizations.visit',
  'machines.remove',
  'dataloggers.import',
  'dataloggers.remove',
  'channels.merge',
  'recordings.start',
  'recordings.stop',
  'recordings.approve',
  'operations.review',
  'operations.return',
  'operations.approve',
  'tasks.create',
  'tasks.cancel',
  'tasks.undo',
] as const satisfies Verb[];
const TRIALS: Record<Exclude<Verb, (typeof APART)[number]>, Trial> = {
  'dataloggers.create': { endpoint: 'createDatalogger' },
  'dataloggers.update': { endpoint: 'updateDatalogger' },
  'dataloggers.move': { endpoint: 'moveLoggers', entity: ({ rows }) => rows.dataloggers },
  'dataloggers.take_off': { endpoint: 'takeOffLoggers', entity: ({ typed }) => typed.id },
  'credentials.create': { endpoint: 'createCredential' },
  'credentials.revoke': { endpoint: 'revokeCredential' },
  'gateways.create': { endpoint: 'createGateway' },
  'gateways.update': { endpoint: 'updateGateway' },
  'gateways.revoke': { endpoint: 'revokeGateway' },
  'device-identities.update': { endpoint: 'updateDeviceIdentity' },
  'channels.create': { endpoint: 'createChannel' },
  'channels.update': { endpoint: 'updateChannel' },
  'received-data.reparse': { endpoint: 'reparseReceivedData' },
  'organizations.update': { endpoint: 'updateOrganization', workspace: 'none' },
  'workspaces.create': { endpoint: 'createWorkspace', workspace: 'itself' },
  'workspaces.update': { endpoint: 'updateWorkspace' },
  'shift-calendars.set': { endpoint: 'putShiftCalendar', entity: ({ workspace }) => workspace.id },
  'people.update': { endpoint: 'updatePerson' },
  'invitations.create': { endpoint: 'createInvitation' },
  'invitations.resend': { endpoint: 'resendInvitation' },
  'invitations.revoke': { endpoint: 'revokeInvitation' },
  'api-keys.create': { endpoint: 'createApiKey', workspace: 'none' },
  'api-keys.revoke': { endpoint: 'revokeApiKey', workspace: 'none' },
  'imports.create': { endpoint: 'createImport' },
  'imports.check': { endpoint: 'checkImport', entity: ({ rows }) => rows.imports },
  'imports.run': { endpoint: 'runImport', entity: ({ rows }) => rows.imports },
  'alarm-rules.create': { endpoint: 'createAlarmRule' },
  'alarm-rules.update': { endpoint: 'updateAlarmRule' },
  'alarms.acknowledge': { endpoint: 'acknowledgeAlarm' },
  'recordings.create': { endpoint: 'createRecording' },
  'recordings.update': { endpoint: 'updateRecording' },
  'recordings.add_note': { endpoint: 'addRecordingNote' },
  'recordings.remove_note': { endpoint: 'removeRecordingNote' },
  'operations.create': { endpoint: 'createOperation' },
  'operations.update': { endpoint: 'updateOperation' },
  'allowance-sets.create': { endpoint: 'createAllowanceSet', workspace: 'none' },
  'allowance-sets.update': { endpoint: 'updateAllowanceSet', workspace: 'none' },
  'marks.create': { endpoint: 'createMark' },
  'marks.update': { endpoint: 'updateMark' },
  'report-schedules.create': { endpoint: 'createReportSchedule' },
  'report-schedules.update': { endpoint: 'updateReportSchedule' },
  'webhooks.create': { endpoint: 'createWebhook', workspace: 'none' },
  'webhooks.update': { endpoint: 'updateWebhook', workspace: 'none' },
  'webhooks.test': { endpoint: 'testWebhook', workspace: 'none', entity: ({ rows }) => rows.webhooks },
  'calibrations.create': { endpoint: 'createCalibration', tells: 2 },
  'calibrations.update': { endpoint: 'updateCalibration', tells: 2 },
  'recordings.share': { endpoint: 'shareRecording', entity: ({ rows }) => rows.recordings },
  'recordings.unshare': { endpoint: 'revokeRecordingShare', entity: ({ rows }) => rows.recordings },
  'recording-plans.create': { endpoint: 'createRecordingPlan' },
  'recording-plans.update': { endpoint: 'updateRecordingPlan' },
  'embeds.create': { endpoint: 'createEmbed' },
  'embeds.update': { endpoint: 'updateEmbed' },
  'embeds.revoke': { endpoint: 'revokeEmbed' },
  'sensor-types.create': { endpoint: 'createSensorType', workspace: 'none' },
  'sensor-types.merge': { endpoint: 'mergeSensorType', workspace: 'none', entity: ({ rows }) => rows['sensor-types'] },
  'sensor-types.set': { endpoint: 'setTypeRetention', workspace: 'none' },
  'sensor-types.update': { endpoint: 'updateSensorType', workspace: 'none' },
  'logger-types.create': { endpoint: 'createLoggerType', workspace: 'none' },
  'logger-types.update': { endpoint: 'updateLoggerType', workspace: 'none' },
  'logger-types.publish': { endpoint: 'publishLoggerType', workspace: 'none' },
  'saved-views.create': { endpoint: 'createSavedView' },
  'saved-views.update': { endpoint: 'updateSavedView' },
  'machines.create': { endpoint: 'createMachine' },
  'machines.update': { endpoint: 'updateMachine' },
  'machines.import': { endpoint: 'importMachines', entity: ({ rows }) => rows.files },
  'measurements.create': { endpoint: 'createMeasurement' },
  'measurements.update': { endpoint: 'updateMeasurement' },
  'measurements.capture': { endpoint: 'sendTaps', entity: ({ rows }) => rows.measurements },
  'files.create': { endpoint: 'createFile' },
  'files.update': { endpoint: 'updateFile' },
  'taxonomies.create': { endpoint: 'createTaxonomy', workspace: 'none' },
  'taxonomies.update': { endpoint: 'updateTaxonomy', workspace: 'none' },
  'activities.create': { endpoint: 'createActivity' },
  'activities.update': { endpoint: 'updateActivity' },
  'screens.create': { endpoint: 'createScreen' },
  'screens.update': { endpoint: 'updateScreen' },
  'screens.publish': { endpoint: 'publishScreen' },
};
const verbs = Object.keys(TRIALS) as (keyof typeof TRIALS)[];

async function send(app: App, name: EndpointName, tenant: Tenant, headers: Record<string, string>): Promise<Response> {
  const { method, path, body: schema } = ENDPOINTS[name] as Endpoint;
  const { query = '', body, bytes } = inputOf(name, tenant);
  const url = path.replace(/:(\w+)/g, (_, parameter: string) => rowOf(tenant, path, parameter)) + query;
  return app.request(url, {
    method,
    headers: { ...headers, 'Content-Type': schema ? 'application/json' : 'application/octet-stream' },
    ...(schema ? { body: JSON.stringify(body ?? {}) } : bytes ? { body: bytes as BodyInit } : {}),
  });
}

const auditOf = (deps: TestDeps, { organization }: Tenant) =>
  deps.db.read(organization.id, (db) => db.selectFrom('audit_events').selectAll().where('organization_id', '=', organization.id).execute());
const changesOf = (deps: TestDeps) => deps.bus.published.filter(({ event }) => event.name === 'changed');

describe.each(ENGINES)('on %s', (engine) => {
  async function setUp() {
    const deps = await testDeps(engine);
    return { deps, app: createApp(deps), tenant: await makeTenant(deps) };
  }

  it('every verb has a trial', () => {
    expect([...verbs, ...APART].sort()).toEqual(Object.keys(VERBS).sort());
  });

  it.each(verbs)('%s leaves an audit row that says who, what, where and when, and tells the live stream', async (verb) => {
    const { deps, app, tenant } = await setUp();
    const { endpoint, workspace, entity, tells = 1 } = TRIALS[verb];
    const answer = await send(app, endpoint, tenant, bearer(tenant.session));
    expect([verb, answer.status, [200, 201].includes(answer.status)]).toEqual([verb, answer.status, true]);
    const { id } = (await answer.json()) as { id: string };
    const entityId = entity ? entity(tenant) : id;
    const rows = await auditOf(deps, tenant);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      verb,
      entity_id: entityId,
      actor_kind: 'user',
      actor_id: tenant.owner.id,
      all_orgs: 0,
      workspace_id: workspace === 'none' ? null : workspace === 'itself' ? entityId : tenant.workspace.id,
      at: deps.clock.now(),
      request_id: expect.any(String),
    });
    expect(JSON.parse(rows[0]!.after!)).toBeTypeOf('object');
    // What opens a door is never written down.
    expect(rows[0]!.after).not.toMatch(/token_hash|password_hash/);
    expect(changesOf(deps)).toHaveLength(tells);
  });

  it.each(verbs)('%s without the right to it leaves neither row nor event', async (verb) => {
    const { deps, app, tenant } = await setUp();
    const user = await makeUser(deps);
    await makeMembership(deps, tenant.organization, user, 'viewer', { workspace_id: tenant.workspace.id });
    const answer = await send(app, TRIALS[verb].endpoint, tenant, bearer(await signedIn(deps, user)));
    expect([verb, answer.status]).toEqual([verb, 403]);
    expect(await auditOf(deps, tenant)).toEqual([]);
    expect(deps.bus.published).toEqual([]);
  });

  it.each(verbs)('%s by somebody who sees all organisations is marked, and by a key it names the key', async (verb) => {
    const { deps, app, tenant } = await setUp();
    const visitor = await makeUser(deps, { access_all_orgs: 1 });
    expect((await send(app, TRIALS[verb].endpoint, tenant, bearer(await signedIn(deps, visitor)))).status).toBeLessThan(300);
    expect(await auditOf(deps, tenant)).toMatchObject([{ all_orgs: 1, actor_id: visitor.id }]);
    const second = await makeTenant(deps);
    const key = await makeApiKey(deps, second.organization, SCOPES);
    expect((await send(app, TRIALS[verb].endpoint, second, bearer(key))).status).toBeLessThan(300);
    expect(await auditOf(deps, second)).toMatchObject([{ all_orgs: 0, actor_kind: 'key', actor_id: key.id }]);
  });

  it('a channel that a logger makes is written down under the logger’s credential', async () => {
    const { deps, app, tenant } = await setUp();
    const post = (token: string) =>
      app.request('/v1/ingest/json', {
        method: 'POST',
        headers: { ...bearer({ token }), 'Content-Type': 'application/json' },
        body: '{"t":1}',
      });
    // A person's own token is no right to it.
    expect((await post(tenant.session.token)).status).toBe(401);
    expect(await auditOf(deps, tenant)).toEqual([]);
    expect((await post(tenant.loggerToken)).status).toBe(200);
    expect(await auditOf(deps, tenant)).toMatchObject([
      { verb: 'channels.create', actor_kind: 'device', actor_id: tenant.credential.id, workspace_id: tenant.workspace.id },
    ]);
  });
});
