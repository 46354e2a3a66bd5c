import type { Endpoint } from '../../contract/endpoint.ts';
import { ERROR_CODES, type ErrorCode } from '../../contract/errors.ts';
import { ApiError } from '../kernel/api.ts';

/** A file that the server made. */
export interface Fetched {
  name: string;
  content: Blob;
}

/** The address of a file; the cookie of the session is enough to read it. */
export function addressOf({ path }: Pick<Endpoint, 'path'>, params: Record<string, string>, query: Record<string, string> = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = new URLSearchParams(query).toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}

/** Bytes, which the API's client doesn't read; waits until the report is made. @throws ApiError */
export async function fetchReport(address: string, fetch: typeof globalThis.fetch = globalThis.fetch): Promise<Fetched> {
  const answer = await fetch(address).catch((error: unknown) => {
    throw new ApiError('network', null, error);
  });
  if (!answer.ok) {
    const data = (await answer.json().catch(() => null)) as { code?: string } | null;
    const code = ERROR_CODES.find((one): one is ErrorCode => one === data?.code);
    throw new ApiError(code ?? 'unexpected_answer', { status: answer.status, data, headers: answer.headers });
  }
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'report';
  return { name, content: await answer.blob() };
}
