import type { RawBuilder, SqlBool } from 'kysely';
import type { INVITATION_STATES } from '../../contract/invitations.ts';
import { contains, inWorkspaces, keyset, type Page } from '../kernel/list.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export type InvitationState = (typeof INVITATION_STATES)[number];
export type InvitationRow = Row<'invitations'>;

/** Which invitations a reader sees: all, or those for single workspaces of his and those that he made himself. */
export type Sight = 'all' | { workspaces: readonly string[]; person: string | null };

export interface InvitationFilter {
  sight: Sight;
  q?: string | undefined;
  /** `open`: pending and expired ones. */
  state: InvitationState | 'open' | 'all';
  /** Microseconds: the moment for which the state is asked. */
  now: number;
}

/** @param now µs */
export function stateOf(row: Pick<InvitationRow, 'accepted_at' | 'revoked_at' | 'expires_at'>, now: number): InvitationState {
  if (row.accepted_at !== null) return 'accepted';
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at > now ? 'pending' : 'expired';
}

function inState(state: InvitationFilter['state'], now: number): RawBuilder<SqlBool> {
  const open = sql<SqlBool>`i.accepted_at is null and i.revoked_at is null`;
  switch (state) {
    case 'all':
      return sql<SqlBool>`true`;
    case 'open':
      return open;
    case 'pending':
      return sql<SqlBool>`(${open} and i.expires_at > ${now})`;
    case 'expired':
      return sql<SqlBool>`(${open} and i.expires_at <= ${now})`;
    case 'accepted':
      return sql<SqlBool>`i.accepted_at is not null`;
    case 'revoked':
      return sql<SqlBool>`(i.accepted_at is null and i.revoked_at is not null)`;
  }
}

function seen(sight: Sight): RawBuilder<SqlBool> {
  if (sight === 'all') return sql<SqlBool>`true`;
  return sql<SqlBool>`(${inWorkspaces('i.workspace_id', sight.workspaces)} or i.created_by = ${sight.person})`;
}

export function invitationsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const matching = ({ sight, q, state, now }: InvitationFilter): RawBuilder<SqlBool> => {
    const conditions = [seen(sight), inState(state, now)];
    if (q) conditions.push(contains(['i.email', 'i.name'], q));
    return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  };
  return {
    list(filter: InvitationFilter, page: Page): Promise<InvitationRow[]> {
      const { after, by } = keyset('i.created_at', 'i.id', page);
      const query = db.selectFrom('invitations as i').selectAll('i').where(matching(filter)).where(after);
      return query.orderBy(by).limit(page.limit).execute();
    },
    async count(filter: InvitationFilter): Promise<number> {
      const row = await db
        .selectFrom('invitations as i')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(matching(filter))
        .executeTakeFirstOrThrow();
      return row.count;
    },
    find(id: string, sight: Sight): Promise<InvitationRow | undefined> {
      return db.selectFrom('invitations as i').selectAll('i').where('i.id', '=', id).where(seen(sight)).executeTakeFirst();
    },
    /** Is there one for the address, neither accepted nor revoked, that the reader sees? */
    async hasOpen(email: string, sight: Sight): Promise<boolean> {
      const row = await db
        .selectFrom('invitations as i')
        .select('i.id')
        .where('i.email', '=', email)
        .where(inState('open', 0))
        .where(seen(sight))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async insert(row: Omit<NewRow<'invitations'>, 'organization_id'>): Promise<InvitationRow> {
      await db.insertInto('invitation_index').values({ token_hash: row.token_hash, invitation_id: row.id }).execute();
      return db.insertInto('invitations').values(row).returningAll().executeTakeFirstOrThrow();
    },
    /** A new link in place of the one before. */
    async renew(
      before: InvitationRow,
      link: { token_hash: string; expires_at: number },
      stamp: { at: number; by: string | null },
    ): Promise<InvitationRow> {
      await this.closeLink(before.token_hash);
      await db.insertInto('invitation_index').values({ token_hash: link.token_hash, invitation_id: before.id }).execute();
      return this.change(before, { ...link, sent_at: null }, stamp);
    },
    async change(
      before: InvitationRow,
      columns: Partial<Pick<InvitationRow, 'token_hash' | 'expires_at' | 'sent_at' | 'revoked_at'>>,
      stamp: { at: number; by: string | null },
    ): Promise<InvitationRow> {
      return db
        .updateTable('invitations')
        .set({ ...columns, rev: before.rev + 1, updated_at: stamp.at, updated_by: stamp.by })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    /** Marks it as accepted; false when its link is not good any more, or somebody was faster. */
    async accept(id: string, tokenHash: string, userId: string, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('invitations')
        .set({ accepted_at: now, accepted_by: userId, updated_at: now, updated_by: userId })
        .where('id', '=', id)
        .where('token_hash', '=', tokenHash)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async closeLink(tokenHash: string): Promise<void> {
      await db.deleteFrom('invitation_index').where('token_hash', '=', tokenHash).execute();
    },
  };
}
