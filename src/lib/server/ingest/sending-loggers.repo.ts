import type { Db } from '../kernel/database.ts';
import { longestKeptDays } from '../kernel/kept-from.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';
import type { IdentityPlace } from './quarantine.repo.ts';

/** Where the credential of a token lives; asked before the organisation is known. */
export function findCredential(db: Db, tokenHash: string) {
  return db
    .selectFrom('credential_index')
    .select(['organization_id', 'credential_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export function sendingLoggersRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const columns = [
    'o.no as organization_no',
    'o.ingest_quota_per_minute',
    'o.ingest_mb_per_day',
    'd.id as datalogger_id',
    'd.no as datalogger_no',
    'd.workspace_id',
    'd.name',
    'd.auto_channels',
    'd.channel_limit',
    'd.mb_per_day',
    'd.paused_at',
    'd.archived_at',
    'd.logger_type_id',
    'd.logger_type_version',
    'd.rev',
  ] as const;
  return {
    /** A credential that stands, with its logger and organisation. */
    find(credentialId: string) {
      return db
        .selectFrom('credentials as c')
        .innerJoin('dataloggers as d', (join) => join.onRef('d.id', '=', 'c.datalogger_id'))
        .innerJoin('organizations as o', 'o.id', 'c.organization_id')
        .select([...columns, longestKeptDays(connection, 'o').as('keep_readings_days')])
        .where('c.id', '=', credentialId)
        .where('c.revoked_at', 'is', null)
        .where('o.archived_at', 'is', null)
        .executeTakeFirst();
    },
    /** The logger that a device of a gateway is, with its organisation. */
    findOfDevice({ gatewayId, kind, identity }: IdentityPlace) {
      return db
        .selectFrom('device_identities as i')
        .innerJoin('dataloggers as d', (join) => join.onRef('d.id', '=', 'i.datalogger_id'))
        .innerJoin('organizations as o', 'o.id', 'i.organization_id')
        .select([...columns, longestKeptDays(connection, 'o').as('keep_readings_days')])
        .select(['i.id as identity_id', 'i.waiting'])
        .where('i.gateway_id', '=', gatewayId)
        .where('i.kind', '=', kind)
        .where('i.identity', '=', identity)
        .where('i.state', '=', 'assigned')
        .where('o.archived_at', 'is', null)
        .executeTakeFirst();
    },
  };
}
