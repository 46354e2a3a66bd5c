import { AppError } from '../../contract/errors.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Standing } from '../auth/rights.ts';
import { tokenHash } from '../auth/tokens.ts';
import type { Actor, Deps } from '../context.ts';
import type { Db } from '../db/database.ts';

export const KEY_PREFIX = 'tlk_';
/** How exactly `last_used_at` is kept, microseconds: a busy service must not write with each of its reads. */
const USED_EVERY_US = 60_000_000;

export const isApiKey = (token: string): boolean => token.startsWith(KEY_PREFIX);

/** Requests that come at once write it once. */
async function noteUse(db: Db, organizationId: string, id: string, now: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', now - USED_EVERY_US)]))
    .execute();
}

/** A key's rights in its organisation; null when it is revoked or expired, or its place is archived. */
export async function keyIn(
  db: Db,
  organizationId: string,
  id: string,
  now: number,
): Promise<{ standing: Standing; lastUsedAt: number | null } | null> {
  const key = await db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .leftJoin('workspaces as w', (join) => join.onRef('w.organization_id', '=', 'k.organization_id').onRef('w.id', '=', 'k.workspace_id'))
    .select(['o.no', 'k.workspace_id', 'k.scopes', 'k.last_used_at'])
    .where('k.organization_id', '=', organizationId)
    .where('k.id', '=', id)
    .where('k.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('k.expires_at', 'is', null), eb('k.expires_at', '>', now)]))
    .where('o.archived_at', 'is', null)
    .where('w.archived_at', 'is', null)
    .executeTakeFirst();
  if (!key) return null;
  const scopes = new Set(JSON.parse(key.scopes) as Scope[]);
  return {
    standing: {
      organization: { id: organizationId, no: key.no },
      rights:
        key.workspace_id === null
          ? { organization: scopes, workspaces: new Map() }
          : { organization: new Set(), workspaces: new Map([[key.workspace_id, scopes]]) },
      allOrgs: false,
    },
    lastUsedAt: key.last_used_at,
  };
}

/**
 * The service behind a key, with the rights of the key in its organisation. Asked anew for each request, so that a revoked key is refused
 * at once.
 * @throws AppError key_unknown for an unknown, expired or revoked one
 */
export async function authenticateKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<{ actor: Extract<Actor, { kind: 'key' }>; standing: Standing }> {
  const now = deps.clock.now();
  const hash = tokenHash(token);
  const place = await deps.db.read(null, (db) =>
    db.selectFrom('api_key_index').selectAll().where('token_hash', '=', hash).executeTakeFirst(),
  );
  if (!place) throw new AppError('key_unknown');
  const { organization_id, api_key_id } = place;
  const key = await deps.db.read(organization_id, (db) => keyIn(db, organization_id, api_key_id, now));
  if (!key) throw new AppError('key_unknown');
  if (now - (key.lastUsedAt ?? 0) >= USED_EVERY_US)
    // A storage that can't take this note may still answer the request.
    await deps.db.write(organization_id, (db) => noteUse(db, organization_id, api_key_id, now)).catch(() => undefined);
  return { actor: { kind: 'key', id: api_key_id }, standing: key.standing };
}
