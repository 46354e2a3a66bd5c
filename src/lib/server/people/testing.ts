import { expect } from 'vitest';
import type { Person, RoleSet } from '../../contract/people.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import type { TestPlant } from '../testing/plant.ts';
import { makeMembership, makeUser } from '../testing/testing.ts';

/** Ground of the tests of people. */

export const NONE: RoleSet = { organization: [], workspaces: [] };
export const roles = (...organization: RoleSet['organization']): RoleSet => ({ organization, workspaces: [] });
export const inWorkspace = (workspace_id: string, ...list: RoleSet['workspaces'][number]['roles']): RoleSet => ({
  organization: [],
  workspaces: [{ workspace_id, roles: list }],
});

/** A person of the plant with a session, and what the API answers about him to the owner. */
export async function person(plant: TestPlant, role: string, workspaceId: string | null = null, name = 'Petr Dvořák') {
  const user = await makeUser(plant.deps, { name });
  await makeMembership(plant.deps, plant.organization, user, role, { workspace_id: workspaceId });
  const headers = bearer(await signedIn(plant.deps, user));
  return { id: user.id, user, headers, row: await plant.get<Person>(`/people/${user.id}`) };
}

export const list = async (plant: TestPlant, query = '', headers = plant.headers) => {
  const answer = await plant.app.request(`${plant.root}/people${query}`, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { items: Person[]; next_cursor: string | null; total?: number };
};
export const names = async (...asked: Parameters<typeof list>) => (await list(...asked)).items.map((one) => one.name);
export const patch = async (plant: TestPlant, id: string, body: object, headers = plant.headers) => {
  const answer = await plant.send('PATCH', `/people/${id}`, body, headers);
  return { status: answer.status, body: (await answer.json()) as Person & { code?: string; current?: Person } };
};
export const auditOf = (plant: TestPlant) =>
  plant.deps.db.read(plant.organization.id, (db) =>
    db.selectFrom('audit_events').selectAll().where('organization_id', '=', plant.organization.id).orderBy('id').execute(),
  );
