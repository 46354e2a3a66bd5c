import type { Machine } from '../../contract/machines.ts';
import type { Row } from '../kernel/schema.ts';
import { inParts } from '../kernel/table-import.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

/** What an import looks at before it brings machines, and what taking it back may take. */
export function machineImportsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    /** Machines of these ids, each with what its import wrote into the trail; null where something else made it. */
    async standing(ids: readonly string[]): Promise<Map<string, { imported: Machine | null }>> {
      const rows = await inParts(ids, (part) =>
        db
          .selectFrom('machines as m')
          .leftJoin('audit_events as e', (join) => join.onRef('e.entity_id', '=', 'm.id').on('e.verb', '=', 'machines.import'))
          .select(['m.id', 'e.after'])
          .where('m.id', 'in', part)
          .execute(),
      );
      return new Map(rows.map(({ id, after }) => [id, { imported: after ? (JSON.parse(after) as Machine) : null }]));
    },
    /** Codes of the machines in use there. */
    async codes(workspaceId: string): Promise<Set<string>> {
      const rows = await db
        .selectFrom('machines')
        .select('code')
        .where('workspace_id', '=', workspaceId)
        .where('archived_at', 'is', null)
        .where('code', 'is not', null)
        .execute();
      return new Set(rows.flatMap(({ code }) => code ?? []));
    },
    /** Those of the ids that an import brought there, that nobody has changed since and that nothing points to; they stay so until the end of the transaction. */
    untouched(workspaceId: string, ids: readonly string[]): Promise<Row<'machines'>[]> {
      return inParts(ids, async (part) => {
        // Whoever puts something on one of them waits until this ends.
        await db
          .updateTable('machines')
          .set((eb) => ({ rev: eb.ref('rev') }))
          .where('id', 'in', part)
          .execute();
        return db
          .selectFrom('machines as m')
          .selectAll('m')
          .where('m.id', 'in', part)
          .where('m.workspace_id', '=', workspaceId)
          .where('m.rev', '=', 1)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('audit_events as e').select('e.id').whereRef('e.entity_id', '=', 'm.id').where('e.verb', '=', 'machines.import'),
            ),
          )
          .where(({ and, not, exists, selectFrom }) =>
            and([
              ...(['dataloggers', 'channels', 'screens', 'measurements'] as const).map((table) =>
                not(exists(selectFrom(table).select('id').whereRef('machine_id', '=', 'm.id'))),
              ),
              ...(['files', 'favorites'] as const).map((table) =>
                not(exists(selectFrom(table).select('entity_id').whereRef('entity_id', '=', 'm.id').where('entity', '=', 'machines'))),
              ),
            ]),
          )
          .execute();
      });
    },
    async remove(ids: readonly string[]): Promise<void> {
      await inParts(ids, async (part) => {
        await db.deleteFrom('machines').where('id', 'in', part).execute();
        return [];
      });
    },
  };
}
