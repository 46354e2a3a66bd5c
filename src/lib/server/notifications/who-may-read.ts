import { scopesOf } from '../../contract/scopes.ts';
import type { Recipient } from './alarm-notices.repo.ts';

/** Who of chosen people may be told of what a workspace measures. */

/** Each person once. */
export const people = (rows: readonly Recipient[]): Recipient[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].map((roles) => roles[0]!);

export function mayRead(rows: readonly Recipient[], person: string, workspaceId: string): boolean {
  const roles = rows.filter(({ id }) => id === person);
  const of = (where: string | null) => roles.filter(({ workspace_id }) => workspace_id === where).map(({ role }) => role ?? '');
  return roles[0]?.access_all_orgs === 1 || scopesOf(of(null), of(workspaceId)).includes('dlog:read');
}

/** Those of the people who may read what the workspace measures at that moment, each once. */
export const readers = (rows: readonly Recipient[], workspaceId: string): Recipient[] =>
  people(rows).filter(({ id }) => mayRead(rows, id, workspaceId));
