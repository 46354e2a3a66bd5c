import { bearer, sendJson, signedIn } from '../auth/testing.ts';
import type { NewRow } from '../kernel/schema.ts';
import { createApp } from '../process/app.ts';
import {
  type Engine,
  makeCredential,
  makeDatalogger,
  makeMembership,
  makeOrganization,
  makeUser,
  makeWorkspace,
  type TestDeps,
  testDeps,
} from './testing.ts';

/** An organisation with a workspace, an owner who is signed in, and one logger with its token: what most API tests begin with. */
export async function testPlant(
  engine: Engine,
  over: {
    deps?: Partial<TestDeps>;
    organization?: Partial<NewRow<'organizations'>>;
    datalogger?: Partial<NewRow<'dataloggers'>>;
  } = {},
) {
  const deps = await testDeps(engine, over.deps);
  const organization = await makeOrganization(deps, over.organization);
  const workspace = await makeWorkspace(deps, organization);
  const owner = await makeUser(deps);
  await makeMembership(deps, organization, owner, 'owner');
  const datalogger = await makeDatalogger(deps, workspace, over.datalogger);
  const { credential, token } = await makeCredential(deps, datalogger);
  const app = createApp(deps);
  const root = `/v1/orgs/${organization.id}`;
  const headers = bearer(await signedIn(deps, owner));

  /** Posts a body as the logger; anything but bytes and text is sent as JSON. */
  const post = (body: unknown, more: Record<string, string> = {}) =>
    app.request('/v1/ingest/json', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more },
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    });
  /** What the owner reads. */
  const get = async <T>(path: string): Promise<T> => {
    const answer = await app.request(root + path, { headers });
    if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const send = (method: string, path: string, body: unknown, as: Record<string, string> = headers) =>
    sendJson(app, method, root + path, body, as);

  /** Headers of a new member with one role, in the workspace or (without one) in the organisation. */
  const member = async (role: string, workspaceId: string | null = null) => {
    const user = await makeUser(deps);
    await makeMembership(deps, organization, user, role, { workspace_id: workspaceId });
    return bearer(await signedIn(deps, user));
  };
  return { deps, app, organization, workspace, owner, datalogger, credential, token, root, headers, post, get, send, member };
}
export type TestPlant = Awaited<ReturnType<typeof testPlant>>;
