import type activities from '../../../locales/cs/activities.json';
import type apiKeys from '../../../locales/cs/api-keys.json';
import type apps from '../../../locales/cs/apps.json';
import type auditEvents from '../../../locales/cs/audit-events.json';
import type auth from '../../../locales/cs/auth.json';
import type capture from '../../../locales/cs/capture.json';
import type channels from '../../../locales/cs/channels.json';
import type common from '../../../locales/cs/common.json';
import type company from '../../../locales/cs/company.json';
import type dashboard from '../../../locales/cs/dashboard.json';
import type dataloggers from '../../../locales/cs/dataloggers.json';
import type entriesExport from '../../../locales/cs/entries-export.json';
import type errorPages from '../../../locales/cs/error-pages.json';
import type errors from '../../../locales/cs/errors.json';
import type favorites from '../../../locales/cs/favorites.json';
import type files from '../../../locales/cs/files.json';
import type forms from '../../../locales/cs/forms.json';
import type help from '../../../locales/cs/help.json';
import type home from '../../../locales/cs/home.json';
import type later from '../../../locales/cs/later.json';
import type lists from '../../../locales/cs/lists.json';
import type machineImport from '../../../locales/cs/machine-import.json';
import type machines from '../../../locales/cs/machines.json';
import type mail from '../../../locales/cs/mail.json';
import type measurementTabs from '../../../locales/cs/measurement-tabs.json';
import type measurements from '../../../locales/cs/measurements.json';
import type organizations from '../../../locales/cs/organizations.json';
import type people from '../../../locales/cs/people.json';
import type playground from '../../../locales/cs/playground.json';
import type range from '../../../locales/cs/range.json';
import type receivedData from '../../../locales/cs/received-data.json';
import type receivedDataExport from '../../../locales/cs/received-data-export.json';
import type routes from '../../../locales/cs/routes.json';
import type screens from '../../../locales/cs/screens.json';
import type search from '../../../locales/cs/search.json';
import type sensorTypes from '../../../locales/cs/sensor-types.json';
import type states from '../../../locales/cs/states.json';
import type study from '../../../locales/cs/study.json';
import type ui from '../../../locales/cs/ui.json';
import type user from '../../../locales/cs/user.json';
import type validation from '../../../locales/cs/validation.json';
import type workspaces from '../../../locales/cs/workspaces.json';

/** Shapes of the Czech files, from which the keys are typed; `npm run verify` fails when a file is missing here. */
export interface Resources {
  activities: typeof activities;
  'api-keys': typeof apiKeys;
  'audit-events': typeof auditEvents;
  favorites: typeof favorites;
  lists: typeof lists;
  files: typeof files;
  'machine-import': typeof machineImport;
  machines: typeof machines;
  mail: typeof mail;
  'entries-export': typeof entriesExport;
  'received-data-export': typeof receivedDataExport;
  'measurement-tabs': typeof measurementTabs;
  measurements: typeof measurements;
  organizations: typeof organizations;
  people: typeof people;
  workspaces: typeof workspaces;
  apps: typeof apps;
  auth: typeof auth;
  capture: typeof capture;
  channels: typeof channels;
  common: typeof common;
  company: typeof company;
  dashboard: typeof dashboard;
  dataloggers: typeof dataloggers;
  'error-pages': typeof errorPages;
  errors: typeof errors;
  forms: typeof forms;
  help: typeof help;
  home: typeof home;
  later: typeof later;
  playground: typeof playground;
  'received-data': typeof receivedData;
  range: typeof range;
  routes: typeof routes;
  screens: typeof screens;
  'sensor-types': typeof sensorTypes;
  search: typeof search;
  states: typeof states;
  study: typeof study;
  ui: typeof ui;
  user: typeof user;
  validation: typeof validation;
}
export type Namespace = keyof Resources;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
    returnNull: false;
  }
}
