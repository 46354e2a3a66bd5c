import { readFileSync } from 'node:fs';

export const STATE_FILE = 'reports/e2e-state.json';

/** What the global set-up made for all journeys. */
export interface State {
  url: string;
  email: string;
  password: string;
  organizationId: string;
  workspaceId: string;
  dataloggerId: string;
  deviceToken: string;
  receivedId: string;
  machineId: string;
  sensorTypeId: string;
  /** With a published version. */
  loggerTypeId: string;
  screenId: string;
  measurementId: string;
  /** Of an hour that is over, unsigned. */
  recordingId: string;
  /** Active, of the first logger. */
  alarmId: string;
  operationId: string;
  allowanceSetId: string;
  /** A chart that is kept under a name. */
  chartId: string;
}

export const state = (): State => JSON.parse(readFileSync(STATE_FILE, 'utf8')) as State;
