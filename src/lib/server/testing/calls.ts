import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import type { App } from '../kernel/http.ts';
import { type EndpointName, inputOf, rowOf, type Tenant } from './tenant.ts';

/** How the enumerating tests call any endpoint of the contract. */

export const NOBODYS_ID = '01890000-0000-7000-8000-000000000000';

export type Headers = Record<string, string>;
export interface Answer {
  status: number;
  code: string | undefined;
  body: string;
}

/** Calls an endpoint with the input for `target`, with ids that `idOf` chooses. */
export async function call(
  app: App,
  name: EndpointName,
  target: Tenant,
  headers: Headers,
  idOf: (parameter: string) => string,
): Promise<Answer> {
  const { method, path, body: schema } = ENDPOINTS[name] as Endpoint;
  const { query = '', body, bytes } = inputOf(name, target);
  const url = path.replace(/:(\w+)/g, (_, parameter: string) => idOf(parameter)) + query;
  const answer = await app.request(url, {
    method,
    headers: {
      ...headers,
      ...(schema ? { 'Content-Type': 'application/json' } : bytes ? { 'Content-Type': 'application/octet-stream' } : {}),
    },
    ...(schema ? { body: JSON.stringify(body ?? {}) } : bytes ? { body: bytes as BodyInit } : {}),
  });
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return { status: answer.status, code: undefined, body: '' };
  }
  const text = await answer.text();
  if (!answer.headers.get('content-type')?.includes('json')) return { status: answer.status, code: undefined, body: text };
  const { request_id, ...rest } = JSON.parse(text) as Record<string, unknown>;
  return { status: answer.status, code: rest.code as string | undefined, body: JSON.stringify(rest) };
}
export const idsOf = (name: EndpointName, target: Tenant) => (parameter: string) =>
  rowOf(target, (ENDPOINTS[name] as Endpoint).path, parameter);
