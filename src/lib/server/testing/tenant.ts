import { Buffer } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportCheck, ImportSettings } from '../../contract/imports.ts';
import type { ENDPOINTS } from '../../contract/index.ts';
import type { Scope } from '../../contract/scopes.ts';
import { CATALOGUE } from '../../domain/quantities/catalogue.ts';
import { signedIn } from '../auth/testing.ts';
import { createUuidv7 } from '../kernel/ids.ts';
import type { Row } from '../kernel/schema.ts';
import { seal } from '../kernel/seal.ts';
import { catalogueRow } from '../sensor-types/catalogue-rows.ts';
import { placeOf } from '../storage/alarms/alarm-rows.repo.ts';
import {
  makeChannel,
  makeCredential,
  makeDatalogger,
  makeMembership,
  makeMessage,
  makeOrganization,
  makeUser,
  makeWorkspace,
  TEST_NOW,
  type TestDeps,
} from './testing.ts';
import { makeActivity, makeDefinition, makeScreen, makeTaxonomy } from './time.ts';

/** A tenant with a row of everything, and an input for each endpoint: what the enumerating tests call the API with. */

export type EndpointName = keyof typeof ENDPOINTS;
const uuid = createUuidv7({ now: () => Date.now() * 1000 });
const hashOf = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

/** One transparent point. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A file of readings that somebody brought, how it is read, and what was found in it. */
const IMPORTED = Buffer.from('čas;teplota\n2026-03-01 08:00;21,5\n');
const importSettingsOf = (key: string): ImportSettings => ({
  encoding: 'utf-8',
  separator: ';',
  decimal: ',',
  head_rows: 1,
  time: { columns: [0], format: 'iso', zone: 'Europe/Prague', twice: null, skipped: null, newest_first: false },
  columns: [{ at: 1, key, kind: 'gauge', unit: null, sensor_type_id: null }],
});
const IMPORT_CHECK: Omit<ImportCheck, 'task_id'> = {
  ...{ rows: 1, new: 1, changed: 0, unchanged: 0, refused: 0, missing: 0 },
  failure: null,
  twice: { rows: 0, line: null, text: null },
  skipped: { rows: 0, line: null, text: null },
  from: '2026-03-01T07:00:00Z',
  to: '2026-03-01T07:00:00Z',
  problems: [],
};

/** An owner of the organisation, made when there is none. */
async function ownerOf(deps: TestDeps, organization: Pick<Row<'organizations'>, 'id'>): Promise<string> {
  const owner = await deps.db.read(organization.id, (db) =>
    db
      .selectFrom('memberships')
      .select('user_id')
      .where('organization_id', '=', organization.id)
      .where('role', '=', 'owner')
      .where('archived_at', 'is', null)
      .executeTakeFirst(),
  );
  if (owner) return owner.user_id;
  const user = await makeUser(deps);
  await makeMembership(deps, organization, user, 'owner');
  return user.id;
}

/** A service's key with the given scopes, made by an owner, and the token that opens it. */
export async function makeApiKey(
  deps: TestDeps,
  organization: Pick<Row<'organizations'>, 'id'>,
  scopes: readonly Scope[],
  over: Partial<Row<'api_keys'>> = {},
): Promise<{ id: string; token: string }> {
  const token = `tlk_${randomBytes(32).toString('base64url')}`;
  const row = {
    organization_id: organization.id,
    id: uuid(),
    workspace_id: null,
    name: 'Výkazy',
    scopes: JSON.stringify(scopes),
    token_hash: hashOf(token),
    token_hint: token.slice(-4),
    created_at: deps.clock.now(),
    created_by: over.created_by ?? (await ownerOf(deps, organization)),
    expires_at: deps.clock.now() + 30 * 86_400e6,
    last_used_at: null,
    revoked_at: null,
    revoked_by: null,
    ...over,
  };
  await deps.db.write(organization.id, async (db) => {
    await db
      .insertInto('api_key_index')
      .values({ token_hash: row.token_hash, organization_id: organization.id, api_key_id: row.id })
      .execute();
    await db.insertInto('api_keys').values(row).execute();
  });
  return { id: row.id, token };
}

/** An organisation with two workspaces; every row that a workspace has is in the first of them. */
export async function makeTenant(deps: TestDeps) {
  const organization = await makeOrganization(deps);
  const workspace = await makeWorkspace(deps, organization);
  const elsewhere = await makeWorkspace(deps, organization, { name: 'Hala 2' });
  const owner = await makeUser(deps);
  await makeMembership(deps, organization, owner, 'owner');
  const colleague = await makeUser(deps);
  await makeMembership(deps, organization, colleague, 'viewer', { workspace_id: workspace.id });
  const datalogger = await makeDatalogger(deps, workspace);
  const channel = await makeChannel(deps, datalogger);
  const { credential, token: loggerToken } = await makeCredential(deps, datalogger);
  const reading = { channelNo: channel.no, ts: deps.clock.now(), num: 21.5, text: null };
  const { id: _, ...unnamed } = makeMessage(deps, organization, datalogger, [reading]);
  const message = await deps.db.readings.commit(unnamed);
  const place = join(deps.config.dataDir, 'files', organization.id, hashOf(IMPORTED).slice(0, 2));
  await mkdir(place, { recursive: true });
  await writeFile(join(place, hashOf(IMPORTED)), IMPORTED);
  const now = deps.clock.now();
  const stamps = { created_at: now, created_by: owner.id, updated_at: now, updated_by: owner.id, archived_at: null };
  const tenantColumns = { ...stamps, organization_id: organization.id };
  const rows = {
    machines: uuid(),
    files: uuid(),
    invitations: uuid(),
    measurements: uuid(),
    'saved-views': uuid(),
    'sensor-types': uuid(),
    gateways: uuid(),
    'alarm-rules': uuid(),
    alarms: uuid(),
    recordings: uuid(),
    notes: uuid(),
    marks: uuid(),
    operations: uuid(),
    'allowance-sets': uuid(),
    calibrations: uuid(),
    shares: uuid(),
    embeds: uuid(),
    'recording-plans': uuid(),
    'report-schedules': uuid(),
    webhooks: uuid(),
    push: uuid(),
    runs: uuid(),
    'device-identities': uuid(),
    'logger-types': uuid(),
    tasks: uuid(),
    imports: uuid(),
  };
  const otherType = uuid();
  const otherChannel = await makeChannel(deps, datalogger);
  const typed = await makeDatalogger(deps, workspace, { logger_type_id: rows['logger-types'], logger_type_version: 1 });
  const key = await makeApiKey(deps, organization, ['org:read']);
  const taxonomy = await makeTaxonomy(deps, organization);
  const activity = await makeActivity(deps, workspace);
  const published = makeDefinition([activity.id]);
  // Its draft is another one already, so that there is something to publish.
  const screen = await makeScreen(deps, workspace, { ...published, hand: 'right' }, { published });
  await deps.db.write(organization.id, async (db) => {
    await db
      .insertInto('machines')
      .values({ ...tenantColumns, id: rows.machines, workspace_id: workspace.id, name: 'Lis 250 t', status: 'in_operation' })
      .execute();
    await db
      .insertInto('sensor_types')
      .values([rows['sensor-types'], otherType].map((id) => ({ ...catalogueRow(CATALOGUE[0]!), ...tenantColumns, id })))
      .execute();
    await db
      .insertInto('logger_types')
      .values({
        ...tenantColumns,
        ...NO_DESCRIPTION,
        id: rows['logger-types'],
        name: 'Převodník AI-4',
        // Another one than the version, so that there is something to publish.
        draft: JSON.stringify({ ...LOGGER_SPEC, rows: '[*]' }),
        version: 1,
      })
      .execute();
    await db
      .insertInto('logger_type_versions')
      .values({
        organization_id: organization.id,
        logger_type_id: rows['logger-types'],
        version: 1,
        spec: JSON.stringify(LOGGER_SPEC),
        sensors: '{}',
        published_at: now,
        published_by: owner.id,
      })
      .execute();
    await db
      .insertInto('saved_views')
      .values({
        ...tenantColumns,
        id: rows['saved-views'],
        workspace_id: workspace.id,
        list: 'charts',
        name: 'Noční chlazení',
        query: 'range=8h',
        columns: '[]',
      })
      .execute();
    await db
      .insertInto('tasks')
      .values({
        organization_id: organization.id,
        id: rows.tasks,
        workspace_id: workspace.id,
        kind: 'received-data.export',
        params: JSON.stringify({ workspace_id: workspace.id, locale: 'cs' }),
        state: 'queued',
        created_at: now,
        created_by: owner.id,
        actor_kind: 'user',
        updated_at: now,
      })
      .execute();
    await db
      .insertInto('alarm_rules')
      .values({ ...tenantColumns, id: rows['alarm-rules'], channel_id: channel.id, name: 'Horká pec', severity: 'critical', version: 1 })
      .execute();
    await db
      .insertInto('alarm_rule_versions')
      .values({
        organization_id: organization.id,
        rule_id: rows['alarm-rules'],
        version: 1,
        valid_from: now,
        kind: 'above',
        low: null,
        high: 20,
        hysteresis: 1,
        on_delay_s: 0,
        off_delay_s: 0,
        created_by: owner.id,
      })
      .execute();
    await db
      .insertInto('alarm_watches')
      .values({ organization_id: organization.id, channel_id: channel.id, rule_id: rows['alarm-rules'], since: now })
      .execute();
    const alarm = { since: now, active_at: now, back_at: null, over_at: null, peak: 21.5, peak_at: now };
    await db
      .insertInto('alarms')
      .values({
        ...{
          organization_id: organization.id,
          id: rows.alarms,
          rule_id: rows['alarm-rules'],
          version: 1,
          channel_id: channel.id,
          found_at: now,
        },
        ...alarm,
        place: placeOf({ ...alarm, withdrawn_at: null, acknowledged_at: null, latch: 0 }),
      })
      .execute();
    await db
      .insertInto('webhooks')
      .values({
        ...tenantColumns,
        id: rows.webhooks,
        name: 'Údržba',
        // Nobody is asked for it: names under .invalid have no address.
        url: 'https://hooks.invalid/alarms',
        secret: seal(deps.keys, rows.webhooks, 'tlw_tajemstvi'),
        severities: JSON.stringify(['critical']),
      })
      .execute();
    await db
      .insertInto('recordings')
      .values({
        ...tenantColumns,
        id: rows.recordings,
        workspace_id: workspace.id,
        name: 'Rozvoz Ivančice',
        purpose: 'transport',
        note: null,
        from_ts: now - 3_600e6,
        to_ts: now,
        sort_ts: now - 3_600e6,
      })
      .execute();
    await db
      .insertInto('recording_channels')
      .values({
        organization_id: organization.id,
        recording_id: rows.recordings,
        channel_id: channel.id,
        position: 0,
        limits: JSON.stringify(RECORDING_LIMITS),
        snapshot: JSON.stringify(RECORDED),
      })
      .execute();
    await db
      .insertInto('recording_notes')
      .values({
        organization_id: organization.id,
        id: rows.notes,
        recording_id: rows.recordings,
        at: now - 60e6,
        text: 'Dveře otevřeny',
        created_at: now,
        created_by: owner.id,
      })
      .execute();
    await db
      .insertInto('allowance_sets')
      .values({
        ...tenantColumns,
        id: rows['allowance-sets'],
        name: 'Ruční práce',
        basis: 'job',
        shares: JSON.stringify(ALLOWANCES.shares),
        to_confirm: 1,
        version: 1,
      })
      .execute();
    await db
      .insertInto('operations')
      .values({
        ...tenantColumns,
        id: rows.operations,
        workspace_id: workspace.id,
        code: 'OP-0214',
        name: 'Balení toastu',
        product: null,
        machine_id: null,
        unit: 'ks',
        pieces_per_cycle: 1,
        setup_s: 0,
        batch: 1,
        shift_h: 7.5,
        allowance_set_id: rows['allowance-sets'],
        elements: '[]',
        note: null,
      })
      .execute();
    await db
      .insertInto('marks')
      .values({
        organization_id: organization.id,
        id: rows.marks,
        channel_id: channel.id,
        kind: 'note',
        from_ts: now - 60_000_000,
        to_ts: now,
        value_from: null,
        value_to: null,
        reason: 'Otevřené dveře',
        created_at: now,
        created_by: owner.id,
        updated_at: now,
        updated_by: owner.id,
      })
      .execute();
    await db
      .insertInto('calibrations')
      .values({
        organization_id: organization.id,
        id: rows.calibrations,
        channel_id: channel.id,
        from_ts: now - 120_000_000,
        curve: '{"kind":"none"}',
        laboratory: 'ČMI Brno',
        certificate: '2026-114',
        calibrated_on: '2026-03-02',
        due_on: '2027-03-02',
        uncertainty: null,
        note: null,
        created_at: now,
        created_by: owner.id,
        updated_at: now,
        updated_by: owner.id,
      })
      .execute();
    await db
      .insertInto('recording_shares')
      .values({
        organization_id: organization.id,
        id: rows.shares,
        recording_id: rows.recordings,
        label: null,
        token_hash: hashOf(rows.shares),
        token_hint: 'abcd',
        password_hash: null,
        expires_at: now + 1e12,
        opened: 0,
        last_opened_at: null,
        created_at: now,
        created_by: owner.id,
        revoked_at: null,
        revoked_by: null,
      })
      .execute();
    await db
      .insertInto('recording_plans')
      .values({
        ...tenantColumns,
        id: rows['recording-plans'],
        workspace_id: workspace.id,
        name: 'Pec každý den',
        purpose: 'monitoring',
        note: null,
        channels: JSON.stringify([{ channel_id: channel.id, limits: null }]),
        trigger_kind: 'day',
        days: '[]',
        starts: '["06:00"]',
        length_min: null,
        rule_id: null,
        before_min: 0,
        after_min: 0,
        locale: 'cs',
        active: 0,
        since_ts: null,
        next_at: null,
        next_from: null,
        next_to: null,
        next_shift: null,
      })
      .execute();
    await db
      .insertInto('embeds')
      .values({
        organization_id: organization.id,
        id: rows.embeds,
        workspace_id: workspace.id,
        name: 'Pec na webu',
        view: 'values',
        origins: '["https://www.example.com"]',
        token_hash: hashOf(rows.embeds),
        token_hint: 'abcd',
        expires_at: now + 1e12,
        opened: 0,
        last_opened_at: null,
        created_at: now,
        created_by: owner.id,
        revoked_at: null,
        revoked_by: null,
        rev: 1,
      })
      .execute();
    await db
      .insertInto('embed_channels')
      .values({ organization_id: organization.id, embed_id: rows.embeds, channel_id: channel.id, position: 0 })
      .execute();
    await db
      .insertInto('report_schedules')
      .values({
        ...tenantColumns,
        id: rows['report-schedules'],
        workspace_id: workspace.id,
        name: 'Pec denně',
        datalogger_id: datalogger.id,
        channels: null,
        period: 'day',
        hour: 6,
        format: 'pdf',
        locale: 'cs',
        recipients: JSON.stringify([owner.id]),
        active: 1,
        next_at: now + 86_400e6,
        next_from: now - 3_600e6,
        next_to: now + 3_600e6,
      })
      .execute();
    await db
      .insertInto('report_runs')
      .values({
        organization_id: organization.id,
        id: rows.runs,
        schedule_id: rows['report-schedules'],
        from_ts: now - 86_400e6,
        to_ts: now,
        made_at: now,
        failure: null,
        name: 'protokol.pdf',
        media_type: 'application/pdf',
        hash: '0'.repeat(64),
        size: 4,
        data: new Uint8Array([37, 80, 68, 70]),
        mailed: 1,
      })
      .execute();
    await db
      .insertInto('gateways')
      .values({
        organization_id: organization.id,
        id: rows.gateways,
        workspace_id: workspace.id,
        name: 'Brána na střeše',
        token_hash: hashOf(rows.gateways),
        token_hint: 'tk_brana',
        created_at: now,
        created_by: owner.id,
        last_used_at: null,
        revoked_at: null,
        revoked_by: null,
      })
      .execute();
    await db
      .insertInto('device_identities')
      .values({
        ...tenantColumns,
        id: rows['device-identities'],
        workspace_id: workspace.id,
        gateway_id: rows.gateways,
        kind: 'dev_eui',
        identity: '70B3D57ED005B89A',
        label: 'sklep',
        state: 'waiting',
        datalogger_id: null,
        first_seen_at: now,
        last_seen_at: now,
      })
      .execute();
    await db
      .insertInto('imports')
      .values({
        organization_id: organization.id,
        id: rows.imports,
        datalogger_id: datalogger.id,
        name: 'teploty.csv',
        size: IMPORTED.byteLength,
        hash: hashOf(IMPORTED),
        settings: JSON.stringify(importSettingsOf(channel.key)),
        checked: JSON.stringify({ ...IMPORT_CHECK, task_id: rows.tasks }),
        created_at: now,
        created_by: owner.id,
      })
      .execute();
    await db
      .insertInto('recording_imports')
      .values({ organization_id: organization.id, recording_id: rows.recordings, import_id: rows.imports, task_id: rows.tasks })
      .execute();
    await db
      .insertInto('files')
      .values({
        ...tenantColumns,
        id: rows.files,
        workspace_id: workspace.id,
        entity: 'machines',
        entity_id: rows.machines,
        name: 'navod.txt',
        media_type: 'text/plain',
        size: 5,
        hash: hashOf('navod'),
      })
      .execute();
    await db
      .insertInto('measurements')
      .values({
        ...tenantColumns,
        id: rows.measurements,
        workspace_id: workspace.id,
        name: 'Ranní směna',
        screen_id: screen.id,
        screen_version: 1,
        method: 'snapshot',
        lanes: JSON.stringify([{ id: 'worker', name: 'Pracovník', kind: 'worker', worker: 'P-07', worker_name: 'Jan Novák' }]),
        state: 'running',
        day: '2026-03-02',
        observer_id: owner.id,
      })
      .execute();
    await db
      .insertInto('invitations')
      .values({
        ...tenantColumns,
        id: rows.invitations,
        workspace_id: workspace.id,
        email: `${randomBytes(5).toString('hex')}@example.com`,
        name: '',
        locale: 'cs',
        roles: JSON.stringify({ organization: [], workspaces: [{ workspace_id: workspace.id, roles: ['viewer'] }] }),
        token_hash: hashOf(rows.invitations),
        expires_at: now + 1e12,
      })
      .execute();
  });
  return {
    organization,
    workspace,
    elsewhere,
    owner,
    colleague,
    /** A second sensor type, like the first. */
    otherType,
    typed,
    otherChannel,
    datalogger,
    credential,
    loggerToken,
    session: await signedIn(deps, owner),
    importSettings: importSettingsOf(channel.key),
    /** The row that the segment before a parameter of a path names. */
    rows: {
      ...rows,
      orgs: organization.id,
      workspaces: workspace.id,
      people: colleague.id,
      dataloggers: datalogger.id,
      channels: channel.id,
      credentials: credential.id,
      'received-data': message.id,
      'api-keys': key.id,
      taxonomies: taxonomy.id,
      activities: activity.id,
      screens: screen.id,
      panels: screen.id,
    },
  };
}
export type Tenant = Awaited<ReturnType<typeof makeTenant>>;

/** The row that a parameter of a path means. */
export function rowOf(tenant: Tenant, path: string, parameter: string): string {
  // Not an id: the one version of its screen.
  if (parameter === 'version') return '1';
  const segments = path.split('/');
  const entity = segments.at(segments.indexOf(`:${parameter}`) - 1) as keyof Tenant['rows'];
  const row = tenant.rows[entity];
  if (row === undefined) throw new Error(`makeTenant makes no row of ${entity}`);
  return row;
}

interface Input {
  query?: string;
  body?: unknown;
  /** Sent as it is, for endpoints whose body is a file. */
  bytes?: Uint8Array;
}

const ofMachine = ({ rows }: Tenant) => `entity=machines&entity_id=${rows.machines}`;

const firstTap = (activity: string) => {
  const at = TEST_NOW / 1_000;
  const when = { at, made_at: at, wall: at, mono: 0, n: 1 };
  return { id: uuid(), kind: 'switch', ...when, device: 'tablet', session: 'tablet-1', lane: 'worker', activity };
};

const SENSOR_TYPE = {
  names: { cs: 'Teplota oleje', en: 'Oil temperature', sk: 'Teplota oleja' },
  quantity: 'temperature',
  kind: 'gauge',
  display_unit: 'Cel',
  decimals: 1,
  range_min: -40,
  range_max: 160,
  mean: 'time_weighted',
  color: 1,
  state_words: null,
};

const CHANNEL = {
  label: 'Tlak',
  sensor_type_id: null,
  unit: 'bar',
  scale: 0.625,
  offset: -2.5,
  input_min: 3.6,
  input_max: 21,
  states: null,
};
const LOGGER_SPEC = {
  decoder: 'mapping',
  script: null,
  rows: null,
  time: null,
  clock: { kind: 'utc', offset_min: 0, zone: null, twice: 'refuse', skipped: 'refuse' },
  channels: [{ ...CHANNEL, path: 'ai[0].mA', key: 'pressure' }],
};
const NO_DESCRIPTION = {
  key: null,
  maker: null,
  model: null,
  notes: null,
  manual_url: null,
  sampling_interval_s: null,
  sending_interval_s: null,
  sample: null,
  name_key: '',
  search: '',
};
const ALARM_LIMITS = { kind: 'below', low: 2, high: null, states: [], hysteresis: 0.5, on_delay_s: 180, off_delay_s: 0 };
const RECORDING_LIMITS = { low: 2, high: 8, allowed_above_s: 1_800, allowed_below_s: 0, coverage: 0.95, kinetic_high: null };
const RECORDED = {
  ...{
    key: 'temperature',
    name: 'Náklad',
    kind: 'gauge',
    unit: '°C',
    display_unit: '°C',
    conversion: null,
    decimals: 1,
    state_words: null,
  },
  ...{ datalogger_id: null, datalogger_name: null, logger_type: null, sensor_type_id: null, quantity: null, interval_s: 60 },
  ...{ taken_at: '2026-03-02T07:00:00Z', own_unit: '°C', mean: 'arithmetic' },
};
const ALLOWANCES = { basis: 'job', shares: { personal: 0.05, fatigue: 0.05, contingency: 0.02, interference: 0 } };
const CALIBRATION = { from: '2026-03-02T10:00:00Z', curve: { kind: 'offset', offset: -0.3 } };
const MARK = { kind: 'note', from: '2026-02-01T00:00:00Z', to: '2026-02-01T01:00:00Z', value: null, value_to: null };
const typedLogger = ({ typed }: Tenant) => ({ body: { datalogger_ids: [typed.id] } });
const oneLogger = ({ rows }: Tenant) => ({ body: { version: 1, datalogger_ids: [rows.dataloggers] } });

/** What an endpoint wants beside its ids; one that is missing here and wants something fails its tests. */
const INPUTS: Partial<Record<EndpointName, (tenant: Tenant) => Input>> = {
  createDatalogger: ({ workspace }) => ({ body: { name: 'Nová pec', workspace_id: workspace.id } }),
  createMeasurement: ({ rows }) => ({ body: { screen_id: rows.screens, screen_version: 1 } }),
  updateMeasurement: () => ({ body: { rev: 1, name: 'Odpolední směna' } }),
  sendTaps: ({ rows }) => ({ body: { taps: [firstTap(rows.activities)] } }),
  exportEntries: () => ({ query: '?format=csv' }),
  updateDatalogger: () => ({ body: { rev: 1, name: 'Jiná pec' } }),
  groupDataloggers: () => ({ query: '?group=machine' }),
  createCredential: () => ({ body: { label: 'Brána' } }),
  createGateway: ({ workspace }) => ({ body: { workspace_id: workspace.id, name: 'Brána Hala 1' } }),
  updateGateway: () => ({ body: { line_tag: 'device' } }),
  updateDeviceIdentity: ({ datalogger }) => ({ body: { rev: 1, state: 'assigned', datalogger_id: datalogger.id } }),
  createAlarmRule: ({ rows }) => ({
    body: { channel_id: rows.channels, name: 'Studená pec', severity: 'warning', recipients: [], ...ALARM_LIMITS },
  }),
  updateAlarmRule: () => ({ body: { rev: 1, severity: 'warning' } }),
  tryAlarmRule: ({ rows }) => ({ body: { channel_id: rows.channels, from: '2026-03-01T00:00:00Z', ...ALARM_LIMITS } }),
  createRecording: ({ rows }) => ({
    body: { name: 'Nový záznam', purpose: 'test', channels: [{ channel_id: rows.channels, limits: RECORDING_LIMITS }], from: 'now' },
  }),
  suggestLimits: ({ rows }) => ({ query: `?channels=${rows.channels}` }),
  updateRecording: () => ({ body: { rev: 1, name: 'Rozvoz Brno' } }),
  startRecording: () => ({ body: { rev: 1 } }),
  stopRecording: () => ({ body: { rev: 1 } }),
  approveRecording: () => ({ body: { rev: 1, hash: '0'.repeat(64) } }),
  addRecordingNote: () => ({ body: { at: '2026-03-02T07:30:00Z', text: 'Nakládka' } }),
  removeRecordingNote: ({ rows }) => ({ body: { note_id: rows.notes } }),
  shareRecording: () => ({ body: { expires_in_days: 7 } }),
  revokeRecordingShare: ({ rows }) => ({ body: { share_id: rows.shares } }),
  createRecordingPlan: ({ rows }) => ({
    body: {
      ...{ name: 'Pec za směnu', purpose: 'monitoring', note: null, channels: [{ channel_id: rows.channels, limits: RECORDING_LIMITS }] },
      ...{ trigger: 'shift', days: [], starts: [], length_min: null, rule_id: null, before_min: 0, after_min: 0 },
      ...{ locale: 'cs', active: true },
    },
  }),
  updateRecordingPlan: () => ({ body: { rev: 1, name: 'Pec denně' } }),
  updateEmbed: () => ({ body: { rev: 1, name: 'Pec na stěně' } }),
  createEmbed: ({ rows }) => ({
    body: { name: 'Pec', view: 'chart', channels: [rows.channels], origins: ['https://www.example.com'], expires_in_days: 30 },
  }),
  acknowledgeAlarm: () => ({ body: { note: 'Dveře' } }),
  createOperation: ({ workspace }) => ({ body: { workspace_id: workspace.id, code: 'OP-1', name: 'Svařování' } }),
  updateOperation: () => ({ body: { rev: 1, name: 'Balení chleba' } }),
  getStudyCard: ({ rows }) => ({ query: `?measurements=${rows.measurements}` }),
  reviewStandard: () => ({ body: { rev: 1, hash: '0'.repeat(64) } }),
  approveStandard: () => ({ body: { rev: 1, hash: '0'.repeat(64) } }),
  returnStandard: () => ({ body: { rev: 1 } }),
  createAllowanceSet: () => ({ body: { name: 'U stroje', ...ALLOWANCES } }),
  updateAllowanceSet: () => ({ body: { rev: 1, name: 'Sezení' } }),
  createMark: ({ rows }) => ({ body: { channel_id: rows.channels, ...MARK, reason: 'Vytažené čidlo' } }),
  tryMark: ({ rows }) => ({ body: { channel_id: rows.channels, ...MARK } }),
  updateMark: () => ({ body: { rev: 1, revoked: true } }),
  getRecordingReport: () => ({ query: '?format=xlsx' }),
  getStandardReport: () => ({ query: '?format=xlsx' }),
  getPeriodReport: ({ rows }) => ({ query: `?channels=${rows.channels}&from=0&to=1000&format=xlsx` }),
  createReportSchedule: ({ datalogger, owner }) => ({
    body: {
      ...{ name: 'Pec za směnu', datalogger_id: datalogger.id, channels: null, period: 'day', hour: 6 },
      ...{ format: 'pdf', locale: 'cs', recipients: [owner.id], active: true },
    },
  }),
  updateReportSchedule: () => ({ body: { rev: 1, active: false } }),
  createWebhook: () => ({ body: { name: 'Velín', url: 'https://hooks.invalid/in', severities: ['critical'] } }),
  updateWebhook: () => ({ body: { rev: 1, active: false } }),
  listAlarmLimits: ({ datalogger }) => ({ query: `?datalogger_id=${datalogger.id}` }),
  createCalibration: ({ rows }) => ({ body: { channel_id: rows.channels, ...CALIBRATION, laboratory: 'ČMI Brno' } }),
  tryCalibration: ({ rows }) => ({ body: { channel_id: rows.channels, ...CALIBRATION } }),
  updateCalibration: () => ({ body: { rev: 1, revoked: true } }),
  createChannel: ({ datalogger }) => ({ body: { datalogger_id: datalogger.id, key: 'steam', kind: 'gauge' } }),
  previewChannelMerge: ({ otherChannel }) => ({ query: `?into=${otherChannel.id}` }),
  mergeChannel: ({ otherChannel }) => ({ body: { rev: 1, into: otherChannel.id } }),
  updateChannel: () => ({ body: { rev: 1, name: 'Teplota' } }),
  // The letter stands in most of what the tenant is made of.
  // Its id is one that no machine has.
  importMachines: ({ workspace, rows }) => ({
    body: { workspace_id: workspace.id, columns: ['name'], rows: [{ id: rows.files, values: ['Lis z tabulky'] }], mode: 'all' },
  }),
  importDataloggers: ({ workspace, rows }) => ({
    body: { workspace_id: workspace.id, columns: ['name'], rows: [{ id: rows.files, values: ['Logger z tabulky'] }], mode: 'all' },
  }),
  undoLoggerImport: ({ workspace, datalogger }) => ({ body: { workspace_id: workspace.id, ids: [datalogger.id] } }),
  undoMachineImport: ({ workspace, rows }) => ({ body: { workspace_id: workspace.id, ids: [rows.machines] } }),
  search: () => ({ query: '?q=a' }),
  listLinks: ({ rows }) => ({ query: `?entity=machines&id=${rows.machines}` }),
  getSeries: () => ({ query: '?from=0&to=1000&width=100' }),
  getStatistics: () => ({ query: '?from=0&to=1000' }),
  listSeries: ({ rows }) => ({ query: `?channels=${rows.channels}&from=0&to=1000&width=100` }),
  listChannelChoices: ({ rows }) => ({ query: `?ids=${rows.channels}` }),
  listDataDays: () => ({ query: '?from=2026-01-01&to=2026-01-31' }),
  listRollups: () => ({ query: '?resolution=1h&from=0&to=1000' }),
  updateOrganization: () => ({ body: { rev: 1, name: 'Kovárna Horní Lhota' } }),
  putLogo: () => ({ bytes: PNG }),
  createWorkspace: () => ({ body: { name: 'Hala 3' } }),
  updateWorkspace: () => ({ body: { rev: 1, name: 'Hala A' } }),
  putShiftCalendar: () => ({ body: { rev: 0, shifts: [], exceptions: [] } }),
  updatePerson: ({ workspace }) => ({
    body: { rev: 1, roles: { organization: [], workspaces: [{ workspace_id: workspace.id, roles: ['observer'] }] } },
  }),
  createInvitation: ({ workspace }) => ({
    body: { email: 'nova@example.com', roles: { organization: [], workspaces: [{ workspace_id: workspace.id, roles: ['viewer'] }] } },
  }),
  createApiKey: () => ({ body: { name: 'Výkazy', scopes: ['org:read'], expires_in_days: 30 } }),
  createImport: ({ rows }) => ({ query: `?datalogger_id=${rows.dataloggers}&name=teploty.csv`, bytes: IMPORTED }),
  previewImport: ({ importSettings }) => ({ body: { settings: importSettings } }),
  checkImport: ({ importSettings }) => ({ body: { settings: importSettings } }),
  createSensorType: () => ({ body: SENSOR_TYPE }),
  mergeSensorType: ({ otherType }) => ({ body: { rev: 1, into: otherType } }),
  unmergeSensorType: ({ otherType }) => ({ body: { rev: 1, from: otherType, channels: [] } }),
  tryTypeRetention: () => ({ body: { keep: { readings: 30, fives: 0, hours: 0 } } }),
  setTypeRetention: () => ({ body: { rev: 1, keep: { readings: 30, fives: 0, hours: 0 } } }),
  updateSensorType: () => ({ body: { rev: 1, decimals: 2 } }),
  createLoggerType: () => ({ body: { name: 'Nový převodník' } }),
  updateLoggerType: () => ({ body: { rev: 1, maker: 'Papouch' } }),
  publishLoggerType: () => ({ body: { rev: 1 } }),
  tryLoggerType: () => ({ body: { spec: LOGGER_SPEC, message: '{"ai":[{"mA":12}]}' } }),
  tryStoredMessages: ({ rows }) => ({ body: { spec: LOGGER_SPEC, ids: [rows['received-data']] } }),
  previewMove: oneLogger,
  moveLoggers: oneLogger,
  previewTakeOff: typedLogger,
  takeOffLoggers: typedLogger,
  createSavedView: ({ workspace }) => ({ body: { list: 'machines', name: 'V provozu', workspace_id: workspace.id, query: '' } }),
  updateSavedView: () => ({ body: { rev: 1, name: 'V údržbě' } }),
  createTask: ({ workspace }) => ({ body: { kind: 'received-data.export', params: { workspace_id: workspace.id, locale: 'cs' } } }),
  reparseEffects: ({ rows }) => ({
    body: { channels: [{ channel_id: rows.channels, from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }] },
  }),
  tryReparse: ({ rows }) => ({ query: `?datalogger_id=${rows.dataloggers}` }),
  exportReadings: ({ rows }) => ({ query: `?channels=${rows.channels}&format=csv` }),
  countExported: ({ rows }) => ({ query: `?channels=${rows.channels}` }),
  listValues: ({ rows }) => ({ query: `?channels=${rows.channels}&from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z` }),
  beginReadingsExport: ({ rows }) => ({ body: { channels: [rows.channels], format: 'csv', locale: 'cs' } }),
  reparseReceivedData: ({ rows }) => ({ body: { datalogger_id: rows.dataloggers } }),
  createMachine: ({ workspace }) => ({ body: { name: 'Soustruh', workspace_id: workspace.id } }),
  updateMachine: () => ({ body: { rev: 1, name: 'Lis 300 t' } }),
  createTaxonomy: () => ({ body: { names: { cs: 'Náš', en: 'Ours', sk: 'Náš' }, categories: [] } }),
  updateTaxonomy: () => ({ body: { rev: 1, to_check: true } }),
  createActivity: ({ workspace }) => ({ body: { name: 'Čištění', workspace_id: workspace.id } }),
  updateActivity: () => ({ body: { rev: 1, name: 'Mazání' } }),
  createScreen: ({ workspace }) => ({ body: { name: 'Snímek lisu', workspace_id: workspace.id } }),
  updateScreen: () => ({ body: { rev: 1, name: 'Snímek ohýbačky' } }),
  publishScreen: () => ({ body: { rev: 1 } }),
  listFiles: (tenant) => ({ query: `?${ofMachine(tenant)}` }),
  createFile: (tenant) => ({ query: `?${ofMachine(tenant)}&name=foto.png`, bytes: PNG }),
  updateFile: () => ({ body: { rev: 1, name: 'navod-2.txt' } }),
  setFavorite: ({ rows }) => ({ body: { entity: 'dataloggers', entity_id: rows.dataloggers, marked: true } }),
  putPush: () => ({
    body: {
      endpoint: 'https://1.1.1.1/push/a',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  }),
  updateAccount: () => ({ body: { rev: 1, name: 'Jana Malá' } }),
  changePassword: () => ({ body: { current: 'not the one', password: 'dost dlouhé heslo' } }),
  putAvatar: () => ({ bytes: PNG }),
};

/** The input of an endpoint for a tenant's rows. */
export const inputOf = (name: EndpointName, tenant: Tenant): Input => INPUTS[name]?.(tenant) ?? {};
