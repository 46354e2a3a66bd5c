import * as auth from './auth.ts';
import * as channels from './channels.ts';
import * as credentials from './credentials.ts';
import * as dataloggers from './dataloggers.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as ingest from './ingest.ts';
import * as readings from './readings.ts';
import * as received from './received-data.ts';
import * as sessions from './sessions.ts';

/** Every endpoint of the API, for the enumerating tests and OpenAPI. */
export const ENDPOINTS = {
  login: auth.login,
  refreshToken: auth.refreshToken,
  getProfile: auth.getProfile,
  listSessions: sessions.listSessions,
  revokeSession: sessions.revokeSession,
  revokeOtherSessions: sessions.revokeOtherSessions,
  setup: auth.setup,
  listDataloggers: dataloggers.listDataloggers,
  createDatalogger: dataloggers.createDatalogger,
  getDatalogger: dataloggers.getDatalogger,
  updateDatalogger: dataloggers.updateDatalogger,
  listCredentials: credentials.listCredentials,
  createCredential: credentials.createCredential,
  revokeCredential: credentials.revokeCredential,
  listChannels: channels.listChannels,
  updateChannel: channels.updateChannel,
  listReadings: readings.listReadings,
  getSeries: readings.getSeries,
  listRollups: readings.listRollups,
  listReceivedData: received.listReceivedData,
  getReceivedData: received.getReceivedData,
  ingestJson: ingest.ingestJson,
  liveEvents: events.liveEvents,
} satisfies Record<string, Endpoint>;
