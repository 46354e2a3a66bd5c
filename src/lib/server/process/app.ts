import { Hono } from 'hono';
import { AppError } from '../../contract/errors.ts';
import { registerAccount } from '../account/account.routes.ts';
import { registerActivities } from '../activities/activities.routes.ts';
import { registerAlarmRules } from '../alarm-rules/alarm-rules.routes.ts';
import { registerAlarms } from '../alarms/alarms.routes.ts';
import { registerAllowanceSets } from '../allowance-sets/allowance-sets.routes.ts';
import { registerApiKeys } from '../api-keys/api-keys.routes.ts';
import { registerAuditEvents } from '../audit-events/audit-events.routes.ts';
import { registerAuth } from '../auth/auth.routes.ts';
import { registerCalibrations } from '../calibrations/calibrations.routes.ts';
import { registerChannels } from '../channels/channels.routes.ts';
import { registerContactMessages } from '../contact-messages/contact-messages.routes.ts';
import { registerCredentials } from '../credentials/credentials.routes.ts';
import { registerDataloggers } from '../dataloggers/dataloggers.routes.ts';
import { registerDeviceIdentities } from '../device-identities/device-identities.routes.ts';
import { registerEmbeds } from '../embeds/embeds.routes.ts';
import { registerEvents } from '../events/events.routes.ts';
import { registerExports } from '../exports/exports.routes.ts';
import { registerFavorites } from '../favorites/favorites.routes.ts';
import { registerFiles } from '../files/files.routes.ts';
import { registerFirstSteps } from '../first-steps/first-steps.routes.ts';
import { registerGateways } from '../gateways/gateways.routes.ts';
import { registerImports } from '../imports/imports.routes.ts';
import { registerIngest } from '../ingest/ingest.routes.ts';
import { Ingest } from '../ingest/ingest.service.ts';
import { registerInvitations } from '../invitations/invitations.routes.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, type AppEnv, peerOf, requestIdOf, setHeader } from '../kernel/http.ts';
import { logAnswered } from '../kernel/log.ts';
import { problemResponse } from '../kernel/problem.ts';
import { Quota } from '../kernel/quota.ts';
import { registerLinks } from '../links/links.routes.ts';
import { registerLoggerImports } from '../logger-imports/logger-imports.routes.ts';
import { registerLoggerTypes } from '../logger-types/logger-types.routes.ts';
import { versionOfBuiltIn } from '../logger-types/logger-types.service.ts';
import { registerMachines } from '../machines/machines.routes.ts';
import { registerMarks } from '../marks/marks.routes.ts';
import { registerMeasurements } from '../measurements/measurements.routes.ts';
import { registerMenuCounts } from '../menu-counts/menu-counts.routes.ts';
import { registerOperations } from '../operations/operations.routes.ts';
import { registerOrganizations } from '../organizations/organizations.routes.ts';
import { registerPasswordResets } from '../password-resets/password-resets.routes.ts';
import { registerPeople } from '../people/people.routes.ts';
import { Visits } from '../people/visits.ts';
import { registerPush } from '../push/push.routes.ts';
import { registerReadings } from '../readings/readings.routes.ts';
import { registerReceivedData } from '../received-data/received-data.routes.ts';
import { registerRecordingPlans } from '../recording-plans/recording-plans.routes.ts';
import { registerRecordings } from '../recordings/recordings.routes.ts';
import { registerReportSchedules } from '../report-schedules/report-schedules.routes.ts';
import { registerReports } from '../reports/reports.routes.ts';
import { registerSavedViews } from '../saved-views/saved-views.routes.ts';
import { registerScreens } from '../screens/screens.routes.ts';
import { registerSearch } from '../search/search.routes.ts';
import { registerSensorTypes } from '../sensor-types/sensor-types.routes.ts';
import { registerShiftCalendars } from '../shift-calendars/shift-calendars.routes.ts';
import { registerStandards } from '../standards/standards.routes.ts';
import { registerTasks } from '../tasks/tasks.routes.ts';
import { registerTaxonomies } from '../taxonomies/taxonomies.routes.ts';
import { registerWebhooks } from '../webhooks/webhooks.routes.ts';
import { registerWorkspaces } from '../workspaces/workspaces.routes.ts';
import { registerReference } from './openapi.ts';

const MAX_URL = 8_192;

/**
 * The API: the same object in tests, development and production. No module-level side effect, no port.
 * @param ingest the pipeline behind the loggers' doors, where something beside this API feeds it too
 */
export function createApp(given: Deps, ingest = new Ingest(given)): App {
  const deps: Deps = { readQuota: new Quota(given.clock), visits: new Visits(), ...given };
  const app: App = new Hono<AppEnv>();
  frame(app, deps);
  registerHealth(app, deps);
  registerReference(app);
  registerAuth(app, deps);
  // Routes of entities, in the order of the alphabet.
  registerAccount(app, deps);
  registerPush(app, deps);
  registerActivities(app, deps);
  registerAlarmRules(app, deps);
  registerAlarms(app, deps);
  registerOperations(app, deps);
  registerStandards(app, deps);
  registerAllowanceSets(app, deps);
  registerCalibrations(app, deps);
  registerMarks(app, deps);
  registerApiKeys(app, deps);
  registerAuditEvents(app, deps);
  registerChannels(app, deps);
  registerContactMessages(app, deps);
  registerCredentials(app, deps);
  registerDataloggers(app, deps, versionOfBuiltIn);
  registerDeviceIdentities(app, deps, ingest);
  registerEvents(app, deps);
  registerExports(app, deps);
  registerFavorites(app, deps);
  registerSearch(app, deps);
  registerSensorTypes(app, deps);
  registerLoggerImports(app, deps);
  registerLoggerTypes(app, deps);
  registerLinks(app, deps);
  registerMenuCounts(app, deps);
  registerSavedViews(app, deps);
  registerFiles(app, deps);
  registerFirstSteps(app, deps);
  registerGateways(app, deps);
  registerImports(app, deps);
  registerIngest(app, deps, ingest);
  registerInvitations(app, deps);
  registerMachines(app, deps);
  registerMeasurements(app, deps);
  registerOrganizations(app, deps);
  registerPasswordResets(app, deps);
  registerPeople(app, deps);
  registerReadings(app, deps);
  registerReceivedData(app, deps);
  registerRecordings(app, deps);
  registerEmbeds(app, deps);
  registerRecordingPlans(app, deps);
  registerReports(app, deps);
  registerReportSchedules(app, deps);
  registerWebhooks(app, deps);
  registerScreens(app, deps);
  registerShiftCalendars(app, deps);
  registerTasks(app, deps);
  registerTaxonomies(app, deps);
  registerWorkspaces(app, deps);

  const methods = methodsByPath(app);
  app.notFound((c) => {
    const allowed = methods(c.req.path);
    if (allowed.length === 0) return problemResponse(c, new AppError('not_found'));
    c.header('Allow', allowed.join(', '));
    return problemResponse(c, new AppError('method_not_allowed'));
  });
  app.onError((error, c) => {
    if (!(error instanceof AppError)) c.set('error', error);
    return problemResponse(c, error);
  });
  return app;
}

/** Around every request: its id, the headers of every answer, the limit of an address, the log line, the end of the process. */
function frame(app: App, deps: Deps): void {
  app.use('*', async (c, next) => {
    const start = performance.now();
    const requestId = requestIdOf(deps, peerOf(c), c.req.header('x-request-id'));
    c.set('requestId', requestId);
    setHeader(c, 'X-Request-Id', requestId);
    setHeader(c, 'X-Content-Type-Options', 'nosniff');
    if (c.req.url.length > MAX_URL) c.res = problemResponse(c, new AppError('uri_too_long'));
    else if (deps.stopping?.() && c.req.path !== '/healthz') c.res = problemResponse(c, new AppError('stopping', { retryAfter: 5 }));
    else await next();
    logAnswered(deps.log, {
      method: c.req.method,
      route: c.get('pattern'),
      url: () => {
        const { pathname, search } = new URL(c.req.url);
        return pathname + search;
      },
      status: c.res.status,
      ms: performance.now() - start,
      requestId,
      actor: c.get('claims')?.sub,
      code: c.get('code'),
      error: c.get('error'),
      quiet: c.get('quiet'),
    });
  });
}

function registerHealth(app: App, deps: Deps): void {
  // A broker that is away makes the process no worse: whoever restarts what isn't well must not restart it for that.
  app.get('/healthz', (c) => c.json({ status: 'ok', ...(deps.mqtt?.() ?? { mqtt: 'off', mqtt_url: 'off' }) }));
  app.get('/readyz', async (c) => {
    try {
      await deps.db.ping();
    } catch (error) {
      throw new AppError('storage_busy', { cause: error });
    }
    return c.json({ status: 'ok' });
  });
}

/** Methods under which a path is known: none = 404, some = 405. */
function methodsByPath(app: App): (path: string) => string[] {
  const known = app.routes
    .filter((route) => route.method !== 'ALL')
    .map((route) => ({ method: route.method, pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`) }));
  return (path) => [...new Set(known.filter((route) => route.pattern.test(path)).map((route) => route.method))];
}
