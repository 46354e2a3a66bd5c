import type { Datalogger } from '../../contract/dataloggers.ts';
import type { Row } from '../kernel/schema.ts';
import { inParts } from '../kernel/table-import.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** What an import of loggers looks at before it brings them, and what taking it back may take. */
export function loggerImportsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** Loggers of these ids, each with what its import wrote into the trail; null where something else made it. */
    async standing(ids: readonly string[]): Promise<Map<string, Datalogger | null>> {
      const rows = await inParts(ids, (part) =>
        db
          .selectFrom('dataloggers as d')
          .leftJoin('audit_events as e', (join) => join.onRef('e.entity_id', '=', 'd.id').on('e.verb', '=', 'dataloggers.import'))
          .select(['d.id', 'e.after'])
          .where('d.id', 'in', part)
          .execute(),
      );
      return new Map(rows.map(({ id, after }) => [id, after ? (JSON.parse(after) as Datalogger) : null]));
    },
    workspaces() {
      return db.selectFrom('workspaces').select(['id', 'name']).where('archived_at', 'is', null).execute();
    },
    machines() {
      return db.selectFrom('machines').select(['id', 'workspace_id', 'name', 'code']).where('archived_at', 'is', null).execute();
    },
    /** Types in use, each with its newest version. */
    async types() {
      const rows = await db
        .selectFrom('logger_types')
        .select(['id', 'name', 'version'])
        .where('archived_at', 'is', null)
        .where('version', 'is not', null)
        .execute();
      return rows.map(({ id, name, version }) => ({ id, name, version: version! }));
    },
    /** Every published version, as `type id version`. */
    async versions(): Promise<Set<string>> {
      const rows = await db.selectFrom('logger_type_versions').select(['logger_type_id', 'version']).execute();
      return new Set(rows.map(({ logger_type_id, version }) => `${logger_type_id} ${version}`));
    },
    /** Codes of loggers in use, as `workspace code`. */
    async codes(): Promise<Set<string>> {
      const rows = await db
        .selectFrom('dataloggers')
        .select(['workspace_id', 'code'])
        .where('archived_at', 'is', null)
        .where('code', 'is not', null)
        .execute();
      return new Set(rows.map(({ workspace_id, code }) => `${workspace_id} ${code}`));
    },
    /** Whoever moves or archives these machines waits until the end of the transaction. */
    async holdMachines(ids: readonly string[]): Promise<void> {
      await inParts(ids, async (part) => {
        await db
          .updateTable('machines')
          .set((eb) => ({ rev: eb.ref('rev') }))
          .where('id', 'in', part)
          .execute();
        return [];
      });
    },
    /** Those of the ids that an import brought, that nobody has changed since, that never sent and that nothing points to; they stay so until the end of the transaction. */
    untouched(ids: readonly string[]): Promise<Row<'dataloggers'>[]> {
      return inParts(ids, async (part) => {
        // A message of one of them waits until this ends, and then finds no logger.
        await db
          .updateTable('dataloggers')
          .set((eb) => ({ rev: eb.ref('rev') }))
          .where('id', 'in', part)
          .execute();
        return db
          .selectFrom('dataloggers as d')
          .selectAll('d')
          .where('d.id', 'in', part)
          .where('d.rev', '=', 1)
          .where('d.first_seen_at', 'is', null)
          .where('d.last_seen_at', 'is', null)
          .where('d.refused_at', 'is', null)
          .where('d.filed_at', 'is', null)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('audit_events as e')
                .select('e.id')
                .whereRef('e.entity_id', '=', 'd.id')
                .where('e.verb', '=', 'dataloggers.import'),
            ),
          )
          .where(({ and, not, exists, or, selectFrom }) =>
            and([
              ...(['channels', 'device_identities', 'imports', 'report_schedules'] as const).map((table) =>
                not(exists(selectFrom(table).select('id').whereRef('datalogger_id', '=', 'd.id'))),
              ),
              not(exists(selectFrom('received_data').select('no').whereRef('datalogger_no', '=', 'd.no'))),
              not(
                exists(selectFrom('favorites').select('entity_id').whereRef('entity_id', '=', 'd.id').where('entity', '=', 'dataloggers')),
              ),
              // A token that was made, revoked or used since.
              not(
                exists(
                  selectFrom('credentials as c')
                    .select('c.id')
                    .whereRef('c.datalogger_id', '=', 'd.id')
                    .where((eb) =>
                      or([
                        eb('c.revoked_at', 'is not', null),
                        eb('c.last_used_at', 'is not', null),
                        eb.exists(
                          eb
                            .selectFrom('credentials as other')
                            .select('other.id')
                            .whereRef('other.datalogger_id', '=', 'c.datalogger_id')
                            .whereRef('other.id', '!=', 'c.id'),
                        ),
                      ]),
                    ),
                ),
              ),
            ]),
          )
          .execute();
      });
    },
    /** With their tokens. */
    async remove(ids: readonly string[]): Promise<void> {
      await inParts(ids, async (part) => {
        await db
          .deleteFrom('credential_index')
          .where('credential_id', 'in', (eb) => eb.selectFrom('credentials').select('id').where('datalogger_id', 'in', part))
          .execute();
        await db.deleteFrom('credentials').where('datalogger_id', 'in', part).execute();
        await db.deleteFrom('dataloggers').where('id', 'in', part).execute();
        return [];
      });
    },
  };
}
