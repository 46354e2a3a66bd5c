import * as account from './account.ts';
import * as activities from './activities.ts';
import * as alarmRules from './alarm-rules.ts';
import * as alarms from './alarms.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit-events.ts';
import * as auth from './auth.ts';
import * as channels from './channels.ts';
import * as contact from './contact-messages.ts';
import * as credentials from './credentials.ts';
import * as dataloggers from './dataloggers.ts';
import * as identities from './device-identities.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as favorites from './favorites.ts';
import * as files from './files.ts';
import * as firstSteps from './first-steps.ts';
import * as gateways from './gateways.ts';
import * as imports from './imports.ts';
import * as ingest from './ingest.ts';
import * as invitations from './invitations.ts';
import * as links from './links.ts';
import * as loggerTypes from './logger-types.ts';
import * as machines from './machines.ts';
import * as measurements from './measurements.ts';
import * as menuCounts from './menu-counts.ts';
import * as organizations from './organizations.ts';
import * as people from './people.ts';
import * as readings from './readings.ts';
import * as received from './received-data.ts';
import * as savedViews from './saved-views.ts';
import * as screens from './screens.ts';
import * as search from './search.ts';
import * as sensorTypes from './sensor-types.ts';
import * as sessions from './sessions.ts';
import * as shifts from './shift-calendars.ts';
import * as tasks from './tasks.ts';
import * as taxonomies from './taxonomies.ts';
import * as workspaces from './workspaces.ts';

/** Every endpoint of the API, for the enumerating tests and OpenAPI. */
export const ENDPOINTS = {
  login: auth.login,
  refreshToken: auth.refreshToken,
  getProfile: auth.getProfile,
  listSessions: sessions.listSessions,
  revokeSession: sessions.revokeSession,
  revokeOtherSessions: sessions.revokeOtherSessions,
  setup: auth.setup,
  getAccount: account.getAccount,
  updateAccount: account.updateAccount,
  changePassword: account.changePassword,
  putAvatar: account.putAvatar,
  deleteAvatar: account.deleteAvatar,
  getAvatar: account.getAvatar,
  requestPasswordReset: account.requestPasswordReset,
  lookAtPasswordReset: account.lookAtPasswordReset,
  confirmPasswordReset: account.confirmPasswordReset,
  sendContactMessage: contact.sendContactMessage,
  lookAtInvitation: invitations.lookAtInvitation,
  acceptInvitation: invitations.acceptInvitation,
  listInvitations: invitations.listInvitations,
  createInvitation: invitations.createInvitation,
  resendInvitation: invitations.resendInvitation,
  revokeInvitation: invitations.revokeInvitation,
  getMailState: invitations.getMailState,
  listOrganizations: organizations.listOrganizations,
  getOrganization: organizations.getOrganization,
  updateOrganization: organizations.updateOrganization,
  putLogo: organizations.putLogo,
  deleteLogo: organizations.deleteLogo,
  getLogo: organizations.getLogo,
  search: search.search,
  listLinks: links.listLinks,
  getMenuCounts: menuCounts.getMenuCounts,
  getFirstSteps: firstSteps.getFirstSteps,
  listSensorTypes: sensorTypes.listSensorTypes,
  createSensorType: sensorTypes.createSensorType,
  getSensorType: sensorTypes.getSensorType,
  updateSensorType: sensorTypes.updateSensorType,
  mergeSensorType: sensorTypes.mergeSensorType,
  unmergeSensorType: sensorTypes.unmergeSensorType,
  listLoggerTypes: loggerTypes.listLoggerTypes,
  listTypeCatalogue: loggerTypes.listTypeCatalogue,
  createLoggerType: loggerTypes.createLoggerType,
  getLoggerType: loggerTypes.getLoggerType,
  getLoggerTypeVersion: loggerTypes.getLoggerTypeVersion,
  exportLoggerType: loggerTypes.exportLoggerType,
  updateLoggerType: loggerTypes.updateLoggerType,
  publishLoggerType: loggerTypes.publishLoggerType,
  tryLoggerType: loggerTypes.tryLoggerType,
  tryStoredMessages: loggerTypes.tryStoredMessages,
  previewMove: loggerTypes.previewMove,
  moveLoggers: loggerTypes.moveLoggers,
  previewTakeOff: loggerTypes.previewTakeOff,
  takeOffLoggers: loggerTypes.takeOffLoggers,
  listSavedViews: savedViews.listSavedViews,
  createSavedView: savedViews.createSavedView,
  getSavedView: savedViews.getSavedView,
  updateSavedView: savedViews.updateSavedView,
  listTasks: tasks.listTasks,
  createTask: tasks.createTask,
  getTask: tasks.getTask,
  cancelTask: tasks.cancelTask,
  undoTask: tasks.undoTask,
  getTaskContent: tasks.getTaskContent,
  listWorkspaces: workspaces.listWorkspaces,
  createWorkspace: workspaces.createWorkspace,
  getWorkspace: workspaces.getWorkspace,
  updateWorkspace: workspaces.updateWorkspace,
  getShiftCalendar: shifts.getShiftCalendar,
  putShiftCalendar: shifts.putShiftCalendar,
  listPeople: people.listPeople,
  getPerson: people.getPerson,
  updatePerson: people.updatePerson,
  getPersonAvatar: people.getPersonAvatar,
  listApiKeys: apiKeys.listApiKeys,
  createApiKey: apiKeys.createApiKey,
  revokeApiKey: apiKeys.revokeApiKey,
  listAuditEvents: audit.listAuditEvents,
  exportAuditEvents: audit.exportAuditEvents,
  listMachines: machines.listMachines,
  listMachinePlaces: machines.listMachinePlaces,
  createMachine: machines.createMachine,
  importMachines: machines.importMachines,
  undoMachineImport: machines.undoMachineImport,
  getMachine: machines.getMachine,
  updateMachine: machines.updateMachine,
  listMachineHistory: machines.listMachineHistory,
  listMeasurements: measurements.listMeasurements,
  countMeasurements: measurements.countMeasurements,
  createMeasurement: measurements.createMeasurement,
  getMeasurement: measurements.getMeasurement,
  updateMeasurement: measurements.updateMeasurement,
  measurementCategories: measurements.measurementCategories,
  sendTaps: measurements.sendTaps,
  listTaps: measurements.listTaps,
  listEntries: measurements.listEntries,
  machineWork: measurements.machineWork,
  exportEntries: measurements.exportEntries,
  listTaxonomies: taxonomies.listTaxonomies,
  createTaxonomy: taxonomies.createTaxonomy,
  updateTaxonomy: taxonomies.updateTaxonomy,
  listActivities: activities.listActivities,
  createActivity: activities.createActivity,
  getActivity: activities.getActivity,
  updateActivity: activities.updateActivity,
  listScreens: screens.listScreens,
  createScreen: screens.createScreen,
  getScreen: screens.getScreen,
  updateScreen: screens.updateScreen,
  publishScreen: screens.publishScreen,
  getScreenVersion: screens.getScreenVersion,
  listPanels: screens.listPanels,
  getPanel: screens.getPanel,
  listFiles: files.listFiles,
  createFile: files.createFile,
  updateFile: files.updateFile,
  getFileContent: files.getFileContent,
  listFavorites: favorites.listFavorites,
  listFavoriteReadings: favorites.listFavoriteReadings,
  setFavorite: favorites.setFavorite,
  listDataloggers: dataloggers.listDataloggers,
  countDataloggers: dataloggers.countDataloggers,
  createDatalogger: dataloggers.createDatalogger,
  getDatalogger: dataloggers.getDatalogger,
  updateDatalogger: dataloggers.updateDatalogger,
  listCredentials: credentials.listCredentials,
  createCredential: credentials.createCredential,
  revokeCredential: credentials.revokeCredential,
  listGateways: gateways.listGateways,
  createGateway: gateways.createGateway,
  updateGateway: gateways.updateGateway,
  revokeGateway: gateways.revokeGateway,
  listDeviceIdentities: identities.listDeviceIdentities,
  updateDeviceIdentity: identities.updateDeviceIdentity,
  removeDeviceIdentity: identities.removeDeviceIdentity,
  getSendingAddresses: ingest.getSendingAddresses,
  listAlarmRules: alarmRules.listAlarmRules,
  createAlarmRule: alarmRules.createAlarmRule,
  tryAlarmRule: alarmRules.tryAlarmRule,
  getAlarmRule: alarmRules.getAlarmRule,
  updateAlarmRule: alarmRules.updateAlarmRule,
  listAlarms: alarms.listAlarms,
  countAlarms: alarms.countAlarms,
  getAlarm: alarms.getAlarm,
  acknowledgeAlarm: alarms.acknowledgeAlarm,
  listChannels: channels.listChannels,
  listChannelChoices: channels.listChannelChoices,
  createChannel: channels.createChannel,
  updateChannel: channels.updateChannel,
  removeChannel: channels.removeChannel,
  previewChannelMerge: channels.previewChannelMerge,
  listReadings: readings.listReadings,
  getSeries: readings.getSeries,
  getStatistics: readings.getStatistics,
  listSeries: readings.listSeries,
  listRollups: readings.listRollups,
  listDataDays: readings.listDataDays,
  listReceivedData: received.listReceivedData,
  tryReparse: received.tryReparse,
  reparseReceivedData: tasks.reparseReceivedData,
  mergeChannel: tasks.mergeChannel,
  getReceivedData: received.getReceivedData,
  createImport: imports.createImport,
  getImport: imports.getImport,
  previewImport: imports.previewImport,
  checkImport: imports.checkImport,
  runImport: imports.runImport,
  ingestJson: ingest.ingestJson,
  ingestSenml: ingest.ingestSenml,
  thingsboardTelemetry: ingest.thingsboardTelemetry,
  influxWrite: ingest.influxWrite,
  influxWriteV2: ingest.influxWriteV2,
  ingestTheThingsStack: ingest.ingestTheThingsStack,
  ingestChirpstack: ingest.ingestChirpstack,
  ingestCollectd: ingest.ingestCollectd,
  liveEvents: events.liveEvents,
} satisfies Record<string, Endpoint>;
