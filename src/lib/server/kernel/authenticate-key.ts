import { AppError } from '../../contract/errors.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { Actor, Deps, Rights } from './context.ts';
import type { Db } from './database.ts';
import { type Standing, standingIn } from './rights.ts';
import { tenantDb } from './tenant-db.ts';
import { tokenHash } from './tokens.ts';

export const KEY_PREFIX = 'tlk_';
/** `last_used_at` is written at most this often, microseconds: a busy service must not write with each of its reads. */
const USED_EVERY_US = 60_000_000;

export const isApiKey = (token: string): boolean => token.startsWith(KEY_PREFIX);

/** Writes `last_used_at`; of requests that come at once only one changes the row. */
async function noteUse(db: Db, organizationId: string, id: string, now: number): Promise<void> {
  await tenantDb({ db, organization_id: organizationId })
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', now - USED_EVERY_US)]))
    .execute();
}

/** The scopes of a key that its maker has himself at this moment, for the organisation and for each workspace. */
function withinMaker(scopes: readonly Scope[], workspaceId: string | null, maker: Rights): Rights {
  const both = (...had: ReadonlySet<Scope>[]) => new Set(scopes.filter((scope) => had.some((set) => set.has(scope))));
  if (workspaceId !== null) {
    const there = maker.workspaces.get(workspaceId) ?? new Set<Scope>();
    return { organization: new Set(), workspaces: new Map([[workspaceId, both(maker.organization, there)]]) };
  }
  return { organization: both(maker.organization), workspaces: new Map([...maker.workspaces].map(([id, set]) => [id, both(set)])) };
}

/**
 * A key's rights in its organisation: never more than its maker has now. Null when it is revoked or expired, its place is archived, or its
 * maker has no rights there any more.
 */
export async function keyIn(
  db: Db,
  organizationId: string,
  id: string,
  now: number,
): Promise<{ standing: Standing; makerId: string; lastUsedAt: number | null } | null> {
  const key = await tenantDb({ db, organization_id: organizationId })
    .selectFrom('api_keys as k')
    .leftJoin('workspaces as w', (join) => join.onRef('w.id', '=', 'k.workspace_id'))
    .select(['k.workspace_id', 'k.scopes', 'k.last_used_at', 'k.created_by'])
    .where('k.id', '=', id)
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', now)
    .where('w.archived_at', 'is', null)
    .executeTakeFirst();
  if (!key?.created_by) return null;
  const maker = await standingIn(db, key.created_by, organizationId);
  if (!maker) return null;
  const rights = withinMaker(JSON.parse(key.scopes) as Scope[], key.workspace_id, maker.rights);
  return { standing: { ...maker, rights, allOrgs: false, visitor: false }, makerId: key.created_by, lastUsedAt: key.last_used_at };
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
    // The request is answered even when the storage can't write this now.
    await deps.db.write(organization_id, (db) => noteUse(db, organization_id, api_key_id, now)).catch(() => undefined);
  return { actor: { kind: 'key', id: api_key_id, makerId: key.makerId }, standing: key.standing };
}
