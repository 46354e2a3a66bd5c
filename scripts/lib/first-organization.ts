import type { ServerProcess } from './server-process.ts';

/** An organisation made as a new user makes it, through the printed set-up link. */
export interface FirstOrganization {
  email: string;
  password: string;
  organizationId: string;
  workspaceId: string;
  /** Calls the API as the owner. @throws Error when the answer isn't 2xx */
  call<T>(method: string, path: string, body?: unknown, url?: string): Promise<T>;
  /** The owner's access token, good for a quarter of an hour. */
  token(): string;
  /** A type that comes with the product, published; its id. */
  loggerType(): Promise<string>;
  /** A logger with a token that may send. */
  datalogger(name: string, over?: Record<string, unknown>): Promise<{ id: string; token: string }>;
}

interface Profile {
  links: { organizations: { organization_id: string }[]; workspaces: { workspace_id: string }[] };
}

export async function firstOrganization(server: ServerProcess): Promise<FirstOrganization> {
  const setup = /\/signup\/setup#(\S+)/.exec(server.output())?.[1];
  if (!setup) throw new Error(`no set-up link was printed:\n${server.output()}`);
  const email = 'owner@plant.example';
  const password = 'correct horse battery';
  let token = '';
  const call = async <T>(method: string, path: string, body?: unknown, url = server.url): Promise<T> => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  const made = await call<{ token: string }>('POST', '/v1/auth/setup', {
    token: setup,
    email,
    password,
    name: 'Owner',
    organization: 'Plant',
    workspace: 'Hall',
    time_zone: 'Europe/Prague',
    locale: 'cs',
  });
  token = made.token;
  const profile = await call<Profile>('GET', '/v1/auth/profile');
  const organizationId = profile.links.organizations[0]!.organization_id;
  const workspaceId = profile.links.workspaces[0]!.workspace_id;
  return {
    email,
    password,
    organizationId,
    workspaceId,
    call,
    token: () => token,
    async datalogger(name, over = {}) {
      const path = `/v1/orgs/${organizationId}/dataloggers`;
      const { id } = await call<{ id: string }>('POST', path, {
        name,
        workspace_id: workspaceId,
        auto_channels: true,
        expected_interval_s: 60,
        ...over,
      });
      const { token: loggerToken } = await call<{ token: string }>('POST', `${path}/${id}/credentials`, {});
      return { id, token: loggerToken };
    },
    async loggerType() {
      const path = `/v1/orgs/${organizationId}/logger-types`;
      const { id, rev } = await call<{ id: string; rev: number }>('POST', path, { from: 'loop_4_20' });
      await call('POST', `${path}/${id}/versions`, { rev });
      return id;
    },
  };
}
