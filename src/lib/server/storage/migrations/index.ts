import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Dialect } from '../../kernel/dialect.ts';
import { StartError } from '../../kernel/start-problem.ts';
import { up as base } from './0001_base.ts';
import { up as loggerNumbers } from './0002_logger_numbers.ts';
import { up as organization } from './0003_organization.ts';
import { up as time } from './0004_time.ts';
import { up as nameKeys } from './0005_name_keys.ts';
import { up as contactMessages } from './0006_contact_messages.ts';
import { up as ingestLimits } from './0008_ingest_limits.ts';
import { up as ends } from './0010_ends.ts';
import { up as measurementParticipants } from './0011_measurement_participants.ts';
import { up as measurementCategories } from './0011b_measurement_categories.ts';
import { up as fileSizes } from './0016_file_sizes.ts';
import { up as readingsAhead } from './0020_readings_ahead.ts';
import { up as searchKeys } from './0021_search_keys.ts';
import { up as stateWords } from './0022_state_words.ts';
import { up as lists } from './0023_lists.ts';
import { up as sensorTypes } from './0024_sensor_types.ts';
import { up as tasks } from './0025_tasks.ts';
import { up as decoder } from './0026_decoder.ts';
import { up as provenance } from './0027_provenance.ts';
import { up as loggerTypes } from './0028_logger_types.ts';
import { up as gateways } from './0029_gateways.ts';
import { up as receivedDataChanges } from './0031_received_data_changes.ts';
import { up as imports } from './0032_imports.ts';
import { up as quality } from './0033_quality.ts';
import { up as types } from './0034_types.ts';
import { up as mergedChannels } from './0036_merged_channels.ts';
import { up as gatewaySettings } from './0037_gateway_settings.ts';
import { up as filedLoggers } from './0039_filed_loggers.ts';
import { up as topicsAndWarnings } from './0039b_topics_and_warnings.ts';
import { up as readingChunks } from './0041_reading_chunks.ts';
import { up as smallMessages } from './0042_small_messages.ts';
import { up as rollupBlocks } from './0044_rollup_blocks.ts';
import { up as alarms } from './0046_alarms.ts';
import { up as excludedEntries } from './0052_excluded_entries.ts';
import { up as marks } from './0053_marks.ts';
import { up as recordings } from './0056_recordings.ts';
import { up as recordingShares } from './0057_recording_shares.ts';
import { up as bodyGroups } from './0059_body_groups.ts';
import { up as calibrations } from './0060_calibrations.ts';
import { up as hashVersion } from './0061_hash_version.ts';
import { up as reportSchedules } from './0062_report_schedules.ts';
import { up as alarmSubjects } from './0064_alarm_subjects.ts';
import { up as alarmKinds } from './0065_alarm_kinds.ts';
import { up as fleet } from './0069_fleet.ts';
import { up as operations } from './0071_operations.ts';
import { up as allowanceSets } from './0072_allowance_sets.ts';
import { up as standards } from './0073_standards.ts';
import { up as alarmNotices } from './0074_alarm_notices.ts';
import { up as webhooks } from './0075_webhooks.ts';
import { up as alarmEscalations } from './0076_alarm_escalations.ts';
import { up as embeds } from './0080_embeds.ts';
import { up as recordingPlans } from './0081_recording_plans.ts';
import { up as markLists } from './0083_mark_lists.ts';
import { up as calibrationNotices } from './0084_calibration_notices.ts';
import { up as typeRetention } from './0085_type_retention.ts';
import { up as fourEyes } from './0087_four_eyes.ts';
import { up as allowancePoints } from './0088_allowance_points.ts';
import { up as push } from './0089_push.ts';
import { up as capturedPhotos } from './0091_captured_photos.ts';
import { up as references } from './0095_references.ts';
import { up as pushLasts } from './0097_push_lasts.ts';
import { up as embedRevisions } from './0099_embed_revisions.ts';
import { up as recordedImports } from './0101_recorded_imports.ts';
import { up as plansOfRecordings } from './0102_plans_of_recordings.ts';
import { up as channelOrder } from './0103_channel_order.ts';
import { up as failingChannels } from './0104_failing_channels.ts';

/** One set for both engines; names sort in the order of execution and never change once released. */
export const MIGRATIONS = {
  '0001_base': base,
  '0002_logger_numbers': loggerNumbers,
  '0003_organization': organization,
  '0004_time': time,
  '0005_name_keys': nameKeys,
  '0006_contact_messages': contactMessages,
  '0008_ingest_limits': ingestLimits,
  '0010_ends': ends,
  '0011_measurement_participants': measurementParticipants,
  '0011b_measurement_categories': measurementCategories,
  '0016_file_sizes': fileSizes,
  '0020_readings_ahead': readingsAhead,
  '0021_search_keys': searchKeys,
  '0022_state_words': stateWords,
  '0023_lists': lists,
  '0024_sensor_types': sensorTypes,
  '0025_tasks': tasks,
  '0026_decoder': decoder,
  '0027_provenance': provenance,
  '0028_logger_types': loggerTypes,
  '0029_gateways': gateways,
  '0031_received_data_changes': receivedDataChanges,
  '0032_imports': imports,
  '0033_quality': quality,
  '0034_types': types,
  '0036_merged_channels': mergedChannels,
  '0037_gateway_settings': gatewaySettings,
  '0039_filed_loggers': filedLoggers,
  '0039b_topics_and_warnings': topicsAndWarnings,
  '0041_reading_chunks': readingChunks,
  '0042_small_messages': smallMessages,
  '0044_rollup_blocks': rollupBlocks,
  '0046_alarms': alarms,
  '0052_excluded_entries': excludedEntries,
  '0053_marks': marks,
  '0056_recordings': recordings,
  '0057_recording_shares': recordingShares,
  '0059_body_groups': bodyGroups,
  '0060_calibrations': calibrations,
  '0061_hash_version': hashVersion,
  '0062_report_schedules': reportSchedules,
  '0064_alarm_subjects': alarmSubjects,
  '0065_alarm_kinds': alarmKinds,
  '0069_fleet': fleet,
  '0071_operations': operations,
  '0072_allowance_sets': allowanceSets,
  '0073_standards': standards,
  '0074_alarm_notices': alarmNotices,
  '0075_webhooks': webhooks,
  '0076_alarm_escalations': alarmEscalations,
  '0080_embeds': embeds,
  '0081_recording_plans': recordingPlans,
  '0083_mark_lists': markLists,
  '0084_calibration_notices': calibrationNotices,
  '0085_type_retention': typeRetention,
  '0087_four_eyes': fourEyes,
  '0088_allowance_points': allowancePoints,
  '0089_push': push,
  '0091_captured_photos': capturedPhotos,
  '0095_references': references,
  '0097_push_lasts': pushLasts,
  '0099_embed_revisions': embedRevisions,
  '0101_recorded_imports': recordedImports,
  '0102_plans_of_recordings': plansOfRecordings,
  '0103_channel_order': channelOrder,
  '0104_failing_channels': failingChannels,
} satisfies Record<string, (db: Kysely<unknown>, dialect: Dialect) => Promise<void>>;

const migratorOf = (db: Kysely<unknown>, dialect: Dialect | null): Migrator => {
  const bound: Record<string, Migration> = {};
  for (const [name, up] of Object.entries(MIGRATIONS))
    bound[name] = { up: async (connection) => (dialect === null ? undefined : up(connection, dialect)) };
  return new Migrator({ db, provider: { getMigrations: async () => bound } });
};

/** @throws StartError for a schema that this version doesn't know */
async function refuseNewer(db: Kysely<unknown>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(db);
  const unknown = rows.find(({ name }) => !(name in MIGRATIONS));
  if (unknown)
    throw new StartError(
      `The database was made by a newer version of Taktlog (it has ${unknown.name}): start that version, or restore a backup from before it.`,
    );
}

/** Brings the schema up to date. @throws StartError for a newer one, and what the failed migration threw; its work is rolled back. */
export async function migrateToLatest(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await refuseNewer(db);
  const { error } = await migratorOf(db, dialect).migrateToLatest();
  if (error !== undefined) throw error;
}

/** Has every migration been run? Changes nothing. @throws StartError for a newer schema */
export async function isUpToDate(db: Kysely<unknown>): Promise<boolean> {
  await refuseNewer(db);
  return (await migratorOf(db, null).getMigrations()).every((migration) => migration.executedAt !== undefined);
}
