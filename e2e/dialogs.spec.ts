import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { type FirstOrganization, firstOrganization } from '../scripts/lib/first-organization.ts';
import { type ServerProcess, startServerProcess } from '../scripts/lib/server-process.ts';
import { LOCALES, type Locale } from '../src/lib/constants.ts';
import { localePath } from '../src/lib/i18n/href.ts';
import { phonePhoto } from '../src/lib/server/files/testing.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { violations } from './axe.ts';
import { WHOLE } from './matrix.ts';
import { insertDayScreen, makeDay } from './measurements-day.ts';
import { addMember } from './members.ts';
import { expect, signIn, test } from './test.ts';

/**
 * Every dialog, sheet, menu and panel of the signed-in area, opened in one language light and in another one dark: nothing in it that can't
 * be read out, told apart or reached, Escape closes it, and the focus is where it was opened. A component that opens one and stands in no
 * row below fails the first test.
 */

/** A button by the key of its name; `item` is one of an open menu. */
type Press = string | { item: string } | { css: string } | { box: string } | { field: string; text: string };

interface Way {
  /** The component that opens it, below src/islands. */
  of: string;
  /** Another path than that of the page, such as with another tab. */
  at?: string;
  press: Press[];
  /** Where the focus is to be when it is closed, when that isn't the last thing pressed outside of a menu. */
  back?: Press;
  phone?: true;
}

const MEASUREMENT = '/tm/measurements/{measurement}';
const MACHINE = '/org/machines/{machine}';
const LOGGER = '/dlog/dataloggers/{logger}';

const WAYS: Record<string, Way[]> = {
  '/user/dashboard': [
    { of: 'shell/Palette.tsx', press: ['ui:search.button'] },
    { of: 'shell/PlacePanel.tsx', press: [{ css: '.switcher' }] },
    { of: 'shell/TopBar.tsx', press: ['common:language.current'] },
    { of: 'shell/TopBar.tsx', press: ['common:color_mode.label'] },
    { of: 'shell/UserMenu.tsx', press: ['ui:shell.user'] },
    { of: 'shell/HelpPanel.tsx', press: [{ css: '#help' }] },
    { of: 'tasks/TasksDialog.tsx', press: [{ css: '#tasks' }] },
    { of: 'shell/HelpPanel.tsx', press: [{ css: '#help' }], phone: true },
  ],
  '/user/profile': [{ of: 'user/SignedInBrowsers.tsx', press: ['user:devices.end_others'] }],
  '/dlog/dataloggers': [
    { of: 'dataloggers/NewDatalogger.tsx', press: ['dataloggers:new.action'] },
    {
      of: 'dataloggers/NewDatalogger.tsx',
      press: ['dataloggers:new.action', { field: 'dataloggers:new.name', text: 'Dryer' }, 'dataloggers:new.submit'],
      back: 'dataloggers:new.action',
    },
    { of: 'table-import/TableImport.tsx', press: ['logger-list:import'] },
    { of: 'take/ListTake.tsx', press: ['ui:take.list'] },
    { of: 'ui/Chip.tsx', press: [{ css: '.filters .btn[aria-haspopup=menu]' }] },
    { of: 'saved-views/ViewsMenu.tsx', press: ['lists:views.title'] },
    { of: 'saved-views/ViewDialog.tsx', press: ['lists:views.title', { item: 'lists:views.new' }] },
    { of: 'ui/ColumnChooser.tsx', press: ['ui:table.columns'] },
    { of: 'dataloggers/BulkBar.tsx', press: [{ box: 'dataloggers:pick' }, 'logger-list:bulk.interval'] },
    { of: 'dataloggers/BulkBar.tsx', press: ['logger-list:bulk.move'] },
    { of: 'machine-choice/MachineChoice.tsx', press: ['logger-list:bulk.machine'] },
  ],
  [LOGGER]: [
    { of: 'range/RangePanel.tsx', press: [{ css: '[role=group] > .btn[aria-haspopup=dialog]' }] },
    { of: 'imports/ImportReadings.tsx', press: ['dataloggers:import'] },
    { of: 'take/TakeMenu.tsx', press: ['ui:take.label'] },
    { of: 'ui/LinkShown.tsx', press: ['range:copy_link'] },
    { of: 'dataloggers/Credentials.tsx', at: `${LOGGER}#tokens`, press: ['logger-tokens:new'] },
    {
      of: 'dataloggers/Credentials.tsx',
      at: `${LOGGER}#tokens`,
      press: ['logger-tokens:new', 'logger-tokens:create'],
      back: 'logger-tokens:new',
    },
    { of: 'sensor-types/StateWordsDialog.tsx', at: `${LOGGER}#settings`, press: ['channel-life:settings.words_of'] },
    { of: 'dataloggers/NewChannel.tsx', at: `${LOGGER}#settings`, press: ['channel-life:new.action'] },
    { of: 'dataloggers/ChannelActs.tsx', at: `${LOGGER}#settings`, press: ['channel-life:actions'] },
    {
      of: 'dataloggers/MergeChannel.tsx',
      at: `${LOGGER}#settings`,
      press: ['channel-life:actions', { item: 'channel-life:merge.action' }],
    },
    { of: 'dataloggers/MoveChannels.tsx', at: `${LOGGER}#settings`, press: ['channel-life:actions', { item: 'channel-life:move' }] },
    { of: 'machine-choice/MachineChoice.tsx', at: `${LOGGER}#settings`, press: [{ css: 'button[aria-haspopup=dialog].input' }] },
    { of: 'range/RangePanel.tsx', press: [{ css: '[role=group] > .btn[aria-haspopup=dialog]' }], phone: true },
  ],
  '/dlog/charts': [
    { of: 'charts/PickChannels.tsx', press: ['charts:add'] },
    { of: 'chart/ChartTable.tsx', at: '/dlog/charts?logger={logger}', press: ['dataloggers:chart.table'] },
    { of: 'charts/CompareDialog.tsx', at: '/dlog/charts?logger={logger}', press: ['charts:compare'] },
    { of: 'charts/AxesDialog.tsx', at: '/dlog/charts?logger={logger}', press: ['charts:axes'] },
  ],
  '/org/machines': [
    { of: 'machines/NewMachine.tsx', press: ['machines:new.action'] },
    { of: 'table-import/TableImport.tsx', press: ['machines:import'] },
    { of: 'machines/Facet.tsx', press: [{ css: '.filters .btn[aria-haspopup=menu]' }] },
    { of: 'machines/BulkBar.tsx', press: [{ box: 'machines:pick' }, 'machines:bulk.status'] },
    { of: 'machines/BulkBar.tsx', press: ['machines:bulk.move'] },
  ],
  [MACHINE]: [
    { of: 'machines/StatusChoice.tsx', press: ['machines:detail.change_status'] },
    { of: 'ui/QrDialog.tsx', press: ['ui:qr.show'] },
    { of: 'machines/AttachLogger.tsx', at: `${MACHINE}#loggers`, press: ['machines:loggers.attach'] },
    { of: 'files/FileMenu.tsx', at: `${MACHINE}#files`, press: ['files:more'] },
    { of: 'files/Lightbox.tsx', at: `${MACHINE}#files`, press: ['files:open_name'] },
  ],
  '/tm/measurements': [
    { of: 'measurements/NewMeasurement.tsx', press: ['measurement-list:new.action'] },
    { of: 'desk-study/DeskStudy.tsx', press: ['measurement-list:desk'] },
  ],
  [MEASUREMENT]: [
    { of: 'measurements/ExportMenu.tsx', press: ['measurements:file.label'] },
    { of: 'measurements/DayTab.tsx', press: ['measurements:signal.choose'] },
    { of: 'measurements/TakeDay.tsx', press: ['ui:take.label'] },
    { of: 'measurements/ActivityMenu.tsx', at: `${MEASUREMENT}#entries`, press: ['measurements:entries.activity_of'] },
    {
      of: 'measurements/EntriesTab.tsx',
      at: `${MEASUREMENT}#entries`,
      press: [{ box: 'measurements:entries.pick' }, 'measurement-tabs:entries.rate'],
    },
  ],
  '/tm/operations': [{ of: 'operations/NewOperation.tsx', press: ['operations:new.action'] }],
  '/tm/operations/{operation}': [
    { of: 'operations/ElementDialog.tsx', at: '/tm/operations/{operation}#elements', press: ['operation-tabs:elements.set_name'] },
    { of: 'standards/Review.tsx', press: ['operations:review'] },
    { of: 'standards/Compare.tsx', press: ['standards:compare'] },
  ],
  '/tm/allowance-sets': [
    { of: 'allowance-sets/NewSet.tsx', press: ['allowance-sets:new.action'] },
    { of: 'allowance-sets/ImportSets.tsx', press: ['allowance-sets:import'] },
  ],
  '/tm/allowance-sets/{set}': [{ of: 'allowance-sets/ImportPoints.tsx', press: ['allowance-files:points.import'] }],
  '/tm/screens': [
    { of: 'screens/NewScreen.tsx', press: ['screens:new.action'] },
    { of: 'screens/ImportScreen.tsx', press: ['screens:import.action'] },
    { of: 'screens/RowMenu.tsx', press: ['screens:actions'] },
    { of: 'activities/ActivitiesTab.tsx', at: '/tm/screens#activities', press: ['activities:actions'] },
    { of: 'activities/ActivityDialog.tsx', at: '/tm/screens#activities', press: ['activities:actions', { item: 'activities:edit' }] },
    { of: 'activities/ActivityDialog.tsx', at: '/tm/screens#activities', press: ['screens:new.activity'] },
    { of: 'activities/TaxonomyDialog.tsx', at: '/tm/screens#taxonomies', press: ['screens:new.taxonomy'] },
    { of: 'activities/TaxonomyDialog.tsx', at: '/tm/screens#taxonomies', press: ['activities:taxonomies.edit'] },
  ],
  '/tm/screens/{screen}': [{ of: 'ui/QrDialog.tsx', press: ['ui:qr.show'] }],
  '/org': [
    { of: 'ui/form/SearchBox.tsx', press: [{ css: '[role=combobox]' }] },
    { of: 'organizations/NewWorkspace.tsx', at: '/org#workspaces', press: ['organizations:workspaces.new'] },
    { of: 'people/InviteDialog.tsx', at: '/org#people', press: ['people:invite.action'] },
    {
      of: 'people/InviteDialog.tsx',
      at: '/org#people',
      press: ['people:invite.action', { field: 'people:invite.emails', text: 'new-{locale}@plant.example' }, 'people:invite.submit_one'],
      back: 'people:invite.action',
    },
    { of: 'people/RolesField.tsx', at: '/org?show=people#people', press: ['people:invite.action', 'people:roles.in_workspace'] },
    { of: 'people/columns.tsx', at: '/org?show=people#people', press: ['people:actions'] },
    { of: 'people/RoleEditor.tsx', at: '/org?show=people#people', press: ['people:actions', { item: 'people:roles.edit' }] },
    { of: 'people/DeactivateDialog.tsx', at: '/org?person=jana#people', press: ['people:actions', { item: 'people:deactivate' }] },
    { of: 'people/BulkBar.tsx', at: '/org?person=jana#people', press: [{ box: 'people:pick' }, 'people:bulk.roles'] },
    { of: 'people/BulkBar.tsx', at: '/org?person=jana#people', press: ['people:deactivate'] },
    { of: 'people/LinkDialog.tsx', at: '/org?show=invitations#people', press: ['people:invitations.link_name'] },
    { of: 'api-keys/NewKey.tsx', at: '/org#keys', press: ['api-keys:new.action'] },
    {
      of: 'api-keys/NewKey.tsx',
      at: '/org#keys',
      press: ['api-keys:new.action', { field: 'api-keys:new.name', text: 'Scales' }, 'api-keys:new.submit'],
      back: 'api-keys:new.action',
    },
    { of: 'webhooks/WebhookForm.tsx', at: '/org#webhooks', press: ['webhooks:new.action'] },
    {
      of: 'webhooks/WebhookForm.tsx',
      at: '/org#webhooks',
      press: [
        'webhooks:new.action',
        { field: 'webhooks:name', text: 'Control room' },
        { field: 'webhooks:url', text: 'https://hooks.invalid/next' },
        'webhooks:new.submit',
      ],
      back: 'webhooks:new.action',
    },
    { of: 'webhooks/Deliveries.tsx', at: '/org#webhooks', press: ['webhooks:log_of'] },
  ],
  '/org/workspace/workspace#shifts': [
    { of: 'workspaces/ShiftDialog.tsx', press: ['workspaces:shifts.add'] },
    { of: 'workspaces/ExceptionDialog.tsx', press: ['workspaces:shifts.add_exception'] },
  ],
  '/dlog/logger-types': [{ of: 'logger-types/NewLoggerType.tsx', press: ['logger-types:new.action'] }],
  '/dlog/logger-types/{loggerType}': [
    {
      of: 'move-loggers/MoveDialog.tsx',
      at: '/dlog/logger-types/{loggerType}#loggers',
      press: [{ css: '[role=tabpanel] li label' }, { css: '[role=tabpanel] .btn.primary' }],
      back: { css: '[role=tabpanel] .btn.primary' },
    },
  ],
  '/dlog/sensor-types/{sensor_type}': [
    { of: 'sensor-types/Retention.tsx', press: ['sensor-types:retention'] },
    { of: 'sensor-types/Retention.tsx', press: ['sensor-types:retention'] },
    { of: 'sensor-types/MergeType.tsx', press: ['sensor-types:merge.action'] },
    { of: 'sensor-types/StateWordsDialog.tsx', press: ['sensor-types:words'] },
  ],
  '/dlog/received-data/{message}': [{ of: 'received-data/Reparse.tsx', press: ['received-data:again.action'] }],
  '/dlog/alarms': [
    { of: 'alarms/Rules.tsx', press: ['alarms:rules.action'] },
    { of: 'alarms/NewRule.tsx', press: ['alarms:rules.new'] },
    { of: 'alarms/RuleForm.tsx', press: ['alarms:rules.action', 'alarms:rules.edit'], back: 'alarms:rules.action' },
    { of: 'alarms/Acknowledge.tsx', press: ['alarms:acknowledge.action'] },
  ],
  '/dlog/sensor-types': [{ of: 'sensor-types/NewSensorType.tsx', press: ['sensor-types:new.action'] }],
  '/org/workspace/workspace#equipment': [
    { of: 'gateways/GatewaySettings.tsx', press: ['gateways:settings.title'] },
    { of: 'device-identities/Devices.tsx', press: ['device-identities:acts_of'] },
    { of: 'gateways/NewGateway.tsx', press: ['gateways:new.action'] },
    {
      of: 'gateways/NewGateway.tsx',
      press: ['gateways:new.action', { field: 'gateways:new.name', text: 'LoRaWAN' }, 'gateways:new.submit'],
      back: 'gateways:new.action',
    },
  ],
  '/dlog/received-data': [
    { of: 'device-identities/DeviceLogger.tsx', press: ['device-identities:create_name'] },
    { of: 'device-identities/AssignDevice.tsx', press: ['device-identities:assign_name'] },
  ],
};

/** Looked through elsewhere, or no window of its own. */
const ELSEWHERE: Record<string, string> = {
  'calibrations/CalibrationForm.tsx': 'e2e/calibrations.spec.ts, on a logger with readings',
  'calibrations/timeline-columns.tsx': 'e2e/calibrations.spec.ts, of a certificate that is there',
  'capture/Earlier.tsx': 'e2e/capture.spec.ts, on the running pad',
  'capture/NoteSheet.tsx': 'e2e/capture.spec.ts, on the running pad',
  'capture/Ratings.tsx': 'e2e/capture.spec.ts, on the running pad',
  'capture/References.tsx': 'e2e/references.spec.ts, on the running pad',
  'dataloggers/BulkTags.tsx': 'e2e/fleet.spec.ts, on picked loggers',
  'dataloggers/BulkType.tsx': 'e2e/fleet.spec.ts, on picked loggers',
  'embeds/ChangeEmbed.tsx': 'e2e/embeds.spec.ts, on one that is there',
  'embeds/NewEmbed.tsx': 'e2e/embeds.spec.ts, from the empty list, and its link',
  'exports/ExportReadings.tsx': 'e2e/exports.spec.ts, from the charts',
  'labels/Labels.tsx': 'e2e/fleet.spec.ts, of picked loggers',
  'marks/MarkForm.tsx': 'e2e/marks.spec.ts, on selected readings',
  'measurements/references.tsx': 'e2e/references.spec.ts, on chosen entries',
  'recordings/Approve.tsx': 'e2e/recordings.spec.ts, on one that is over',
  'recordings/NewNote.tsx': 'e2e/recordings.spec.ts, on one that is over',
  'recordings/NewRecording.tsx': 'e2e/recordings.spec.ts, from the empty list',
  'recordings/NewShare.tsx': 'e2e/recordings.spec.ts, on a signed one',
  'recordings/RecordingForm.tsx': 'e2e/recordings.spec.ts, from the empty list',
  'recording-plans/PlanForm.tsx': 'e2e/recording-plans.spec.ts, from the empty list and on one that is there',
  'report-schedules/EditSchedule.tsx': 'e2e/reports.spec.ts, from the empty list and on one that is there',
  'reports/MakeReport.tsx': 'e2e/reports.spec.ts, from a recording and from a chart',
  'shell/PlaceSearch.tsx': 'e2e/switching.spec.ts, where somebody has many places',
  'shell/SignOutDialog.tsx': 'e2e/capture.spec.ts, with taps that wait',
  'standards/Approve.tsx': 'e2e/standards.spec.ts, by the second person',
  'tasks/UndoTask.tsx': 'e2e/reparse.spec.ts, of messages that were read again',
  'ui/ConflictDialog.tsx': 'e2e/forms.spec.ts, where two changed the same',
};

/** What opens something over the page, by the module it is had from. */
const KIT: [module: RegExp, tags: string[]][] = [
  [/\/Dialog\.tsx$/, ['Dialog']],
  [/\/FormDialog\.tsx$/, ['FormDialog']],
  [/\/Menu\.tsx$/, ['Menu', 'LateMenu']],
  [/\/MenuParts\.tsx$/, ['MenuPopover']],
  [/capture\/Sheet\.tsx$|^\.\/Sheet\.tsx$/, ['Sheet']],
  [/^react-aria-components$/, ['Popover', 'ModalOverlay']],
];
/** The kit itself. */
const OWN = /^ui\/(Dialog|DialogWindow|Menu|MenuParts|form\/FormDialog)\.tsx$/;

/** How many windows a component opens. */
function windowsOf(text: string): number {
  let count = [...text.matchAll(/<dialog\b/g)].length;
  for (const [, names = '', module = ''] of text.matchAll(/import \{([^}]*)\} from '([^']+)'/g))
    for (const [of, tags] of KIT)
      if (of.test(module))
        for (const tag of tags)
          if (new RegExp(`\\b${tag}\\b(?! as)`).test(names)) count += [...text.matchAll(new RegExp(`<${tag}\\b`, 'g'))].length;
  return count;
}

test('every component that opens a dialog, a sheet or a menu is opened here', () => {
  const rows = Object.values(WAYS).flat();
  const missing: string[] = [];
  for (const path of globSync('src/islands/**/*.tsx')) {
    const file = path.replaceAll('\\', '/').replace('src/islands/', '');
    if (OWN.test(file) || file in ELSEWHERE) continue;
    const windows = windowsOf(readFileSync(path, 'utf8'));
    const ways = rows.filter(({ of }) => of === file).length;
    if (ways < windows) missing.push(`${file} opens ${windows} and is opened ${ways} times`);
    if (windows === 0 && ways > 0) missing.push(`${file} opens nothing`);
  }
  expect(missing).toEqual([]);
  for (const [file, where] of Object.entries(ELSEWHERE)) {
    expect(windowsOf(readFileSync(`src/islands/${file}`, 'utf8')), file).toBeGreaterThan(0);
    const spec = /^e2e\/\S+\.spec\.ts/.exec(where)?.[0];
    if (spec) expect(readFileSync(spec, 'utf8'), spec).toContain('await violations(');
  }
});

test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 15_000 });

let server: ServerProcess;
let dataDir: string;
let cookies: Parameters<BrowserContext['addCookies']>[0] = [];
let ids: Record<string, string> = {};

test.beforeAll(async ({ browser }) => {
  dataDir = mkdtempSync(join(tmpdir(), 'taktlog-dialogs-'));
  server = await startServerProcess({ DATA_DIR: dataDir });
  const plant = { ...(await firstOrganization(server)), url: server.url };
  const root = `/v1/orgs/${plant.organizationId}`;
  const screen = systemIds.uuid();
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  const place = { organization_id: plant.organizationId, workspace_id: plant.workspaceId };
  await db.write(plant.organizationId, (writer) => insertDayScreen(writer, { ...place, id: screen }, systemClock.now()));
  await db.close();
  const day = await makeDay(plant, screen, Date.now() - 10 * 3_600_000);
  await plant.call('POST', `${root}/workspaces`, { name: 'Second hall', time_zone: 'Europe/Prague' });
  const logger = await plant.datalogger('Cold room 1', { code: 'LOG-0001', place: 'Store' });
  const sent = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify([{ ts: Date.now() - 60_000, values: { air: 4.2, door: true } }]),
  });
  const { id: message } = (await sent.json()) as { id: string };
  await alarmOf(plant, root, logger);
  const gateway = await plant.call<{ token: string }>('POST', `${root}/gateways`, { workspace_id: plant.workspaceId, name: 'Roof' });
  await fetch(`${server.url}/v1/ingest/chirpstack`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${gateway.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ deviceInfo: { deviceName: 'cellar', devEui: '70b3d57ed005b89a' }, object: { temperature: 12.5 } }),
  });
  await plant.call('PUT', `${root}/workspaces/${plant.workspaceId}/shift-calendar`, {
    rev: 0,
    shifts: [{ name: 'Morning', days: [1, 2, 3, 4, 5], start: '06:00', end: '14:00', breaks: [] }],
    exceptions: [],
  });
  const photo = await fetch(`${server.url}${root}/files?entity=machines&entity_id=${day.machine.id}&name=photo.jpg`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${plant.token()}`, 'Content-Type': 'image/jpeg' },
    body: new Uint8Array(await phonePhoto(400, 300)),
  });
  expect(photo.status).toBe(201);
  await plant.call('POST', `${root}/webhooks`, { name: 'Maintenance', url: 'https://hooks.invalid/in', severities: ['critical'] });
  await memberWithKey(plant, root);
  await plant.call('POST', `${root}/invitations`, {
    email: 'invited@plant.example',
    roles: { organization: [], workspaces: [{ workspace_id: plant.workspaceId, roles: ['viewer'] }] },
  });
  const { items: types } = await plant.call<{ items: { id: string; kind: string }[] }>('GET', `${root}/sensor-types`);
  const stateType = types.find(({ kind }) => kind === 'state')?.id ?? '';
  const { id: set } = await plant.call<{ id: string }>('POST', `${root}/allowance-sets`, {
    ...{ name: 'Manual work', basis: 'job', shares: { personal: 0.05, fatigue: 0.04, contingency: 0.02, interference: 0 } },
  });
  const { id: operation } = await plant.call<{ id: string }>('POST', `${root}/operations`, {
    workspace_id: plant.workspaceId,
    code: 'OP-0214',
    name: 'Packing of toast',
  });
  const { rev } = await plant.call<{ rev: number }>('GET', `${root}/measurements/${day.measurement.id}`);
  await plant.call('PATCH', `${root}/measurements/${day.measurement.id}`, { rev, operation_id: operation });
  ids = {
    operation,
    set,
    sensor_type: stateType,
    measurement: day.measurement.id,
    machine: day.machine.id,
    logger: logger.id,
    screen,
    message,
    loggerType: await plant.loggerType(),
  };
  const context = await browser.newContext();
  const page = await context.newPage();
  // Twice: there is another device to be signed out.
  await signIn(page, plant);
  await signIn(page, plant);
  cookies = await context.cookies();
  await context.close();
});
/** An alarm of the logger that is active. */
async function alarmOf(plant: FirstOrganization & { url: string }, root: string, logger: { id: string; token: string }): Promise<void> {
  const { items } = await plant.call<{ items: { id: string; key: string }[] }>('GET', `${root}/channels?datalogger_id=${logger.id}`);
  const limits = { kind: 'above', low: null, high: 8, states: [], hysteresis: 0.5, on_delay_s: 0, off_delay_s: 0 };
  const rule = { channel_id: items.find(({ key }) => key === 'air')!.id, name: 'Too warm', severity: 'critical', recipients: [] };
  await plant.call('POST', `${root}/alarm-rules`, { ...rule, ...limits });
  await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ air: 9.1 }),
  });
}
/** Somebody who has made a key for another program. */
async function memberWithKey(plant: FirstOrganization & { url: string }, root: string): Promise<void> {
  const jana = { email: 'jana@plant.example', password: 'keys of the warehouse' };
  const id = await addMember(dataDir, plant, { ...jana, name: 'Jana Nováková', role: 'viewer' });
  const { items } = await plant.call<{ items: { id: string; rev: number }[] }>('GET', `${root}/people`);
  const rev = items.find((one) => one.id === id)?.rev;
  await plant.call('PATCH', `${root}/people/${id}`, { rev, roles: { organization: ['admin'], workspaces: [] } });
  const post = async (path: string, token: string, body: unknown) => {
    const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(plant.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.ok, path).toBe(true);
    return (await answer.json()) as { token: string };
  };
  const { token } = await post('/v1/auth/login', '', jana);
  await post(`${root}/api-keys`, token, { name: 'Scales', scopes: ['dlog:read'], expires_in_days: 30 });
}

test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const loaded = new Map<string, Record<string, unknown>>();
/** The words of a key as they may stand on a page, whatever is put into them. */
function said(locale: Locale, key: string, end = '$'): RegExp {
  const [namespace = '', path = ''] = key.split(':');
  const file = `locales/${locale}/${namespace}.json`;
  const words = loaded.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
  loaded.set(file, words);
  let at: unknown = words;
  for (const part of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[part];
  if (typeof at !== 'string') throw new Error(`no words ${key}`);
  // Names are told with plain spaces where the words keep together.
  const text = at.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\u00a0', '\\s'));
  return new RegExp(`^${text.join('.*')}${end}`);
}

function find(page: Page, locale: Locale, press: Press): Locator {
  if (typeof press === 'string') return page.getByRole('button', { name: said(locale, press) }).first();
  if ('css' in press) return page.locator(press.css).first();
  if ('box' in press) return page.getByRole('checkbox', { name: said(locale, press.box) }).first();
  if ('item' in press) return page.locator('[role=menu]').getByText(said(locale, press.item)).first();
  // That it must be filled in is said behind its name.
  return page.getByRole('textbox', { name: said(locale, press.field, '') }).first();
}

const OVER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-help], dialog[open]';

async function lookThrough(page: Page, way: Way, locale: Locale): Promise<void> {
  const what = `${way.of}, ${JSON.stringify(way.press.at(-1))}`;
  for (const press of way.press) {
    const found = find(page, locale, press);
    if (typeof press === 'object' && 'field' in press) await found.fill(press.text.replace('{locale}', locale));
    else await found.click();
  }
  const over = page.locator(OVER).last();
  await expect(over, what).toBeVisible();
  await expect(over.locator('.skel'), what).toHaveCount(0);
  expect.soft(await violations(page, { within: OVER }), what).toEqual([]);
  // A form whose sheet is not there has its fields stuck together.
  const stuck = await over.locator('form.stack').evaluateAll((forms) =>
    forms.flatMap((form) => {
      // What is only read out is a pixel high.
      const boxes = [...form.children].map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 1);
      return boxes.slice(1).filter(({ top }, at) => top - boxes[at]!.bottom < 8);
    }),
  );
  expect.soft(stuck, `${what}: fields that nothing keeps apart`).toEqual([]);
  const opened = (await over.elementHandle())!;
  await page.keyboard.press('Escape');
  await opened.waitForElementState('hidden');
  const opener = way.back ?? way.press.findLast((press) => typeof press === 'string' || !('item' in press))!;
  await expect.soft(find(page, locale, opener), what).toBeFocused();
  // A menu in a dialog leaves the dialog.
  if ((await page.locator(OVER).count()) > 0) await page.keyboard.press('Escape');
  await expect(page.locator(OVER), what).toHaveCount(0);
}

/** Of one page in one go: more take longer on a slow machine than a journey may. */
const MOST_WAYS = 8;
const pages = Object.entries(WAYS).flatMap(([path, ways]) =>
  Array.from({ length: Math.ceil(ways.length / MOST_WAYS) }, (_, part) => ({
    path,
    part: part === 0 ? '' : `, part ${part + 1}`,
    ways: ways.slice(part * MOST_WAYS, (part + 1) * MOST_WAYS),
  })),
);
for (const [at, { path, part, ways }] of pages.entries())
  for (const [turn, colorScheme] of (['light', 'dark'] as const).entries()) {
    // In each run each dialog once, half of the pages in dark.
    if (!WHOLE && turn !== at % 2) continue;
    const locale = LOCALES[(at + turn) % LOCALES.length]!;
    test(`what opens on ${path} can be read and left (${locale}, ${colorScheme}${part})`, async ({ quiet: page }) => {
      await page.context().addCookies(cookies);
      await page.emulateMedia({ colorScheme });
      // A browser that lets nobody copy: the link is shown instead.
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.execCommand = () => false;
      });
      let shown = '';
      for (const way of ways) {
        const to = (way.at ?? path).replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
        await page.setViewportSize(way.phone ? { width: 390, height: 800 } : { width: 1440, height: 900 });
        if (to !== shown) await page.goto(server.url + localePath(to, locale), { waitUntil: 'load' });
        shown = to;
        await lookThrough(page, way, locale);
      }
    });
  }

test('a dialog on a phone is in sight from its first moment, while its sheet comes in', async ({ quiet: page }) => {
  await page.context().addCookies(cookies);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`${server.url}/en/tm/allowance-sets`);
  await page.evaluate(() => {
    new MutationObserver((_, watch) => {
      const dialog = document.querySelector('[role=dialog]');
      if (!dialog) return;
      watch.disconnect();
      document.documentElement.dataset.first = String(dialog.checkVisibility({ opacityProperty: true }));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'New set' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset.first)).toBe('true');
});
