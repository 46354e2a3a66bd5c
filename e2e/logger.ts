import type { State } from './state.ts';
import { expect } from './test.ts';

/** A logger of its own for a journey that changes it. */
export async function newLogger(
  app: State,
  name: string,
): Promise<{ app: State; save: (patch: Record<string, unknown>) => Promise<void> }> {
  const call = async (method: string, path: string, body: unknown, token = '') => {
    const headers = { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(app.url + path, { method, headers, body: JSON.stringify(body) });
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return (await answer.json()) as { token: string; id: string; rev: number };
  };
  const { token } = await call('POST', '/v1/auth/login', { email: app.email, password: app.password });
  const path = `/v1/orgs/${app.organizationId}/dataloggers`;
  const made = await call('POST', path, { name, workspace_id: app.workspaceId, expected_interval_s: 60, auto_channels: true }, token);
  const save = async (patch: Record<string, unknown>) => {
    await call('PATCH', `${path}/${made.id}`, { rev: made.rev, ...patch }, token);
  };
  const { token: deviceToken } = await call('POST', `${path}/${made.id}/credentials`, {}, token);
  return { app: { ...app, dataloggerId: made.id, deviceToken }, save };
}
