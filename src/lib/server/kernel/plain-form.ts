import type { Context } from 'hono';
import { AppError } from '../../contract/errors.ts';
import { readBytes } from './body.ts';
import type { AppEnv } from './http.ts';

/** Forms that a page sends without scripts. */

/** Was the form sent by a page of our own? A plain form can't carry a header, so the browser's word is asked. */
function sameOrigin(c: Context<AppEnv>, siteUrl: string): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = c.req.header('origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  return origin === siteUrl || new URL(origin).host === c.req.header('host');
}

export const isPlainForm = (c: Context<AppEnv>): boolean =>
  c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded';

/**
 * The fields of an urlencoded form.
 * @throws AppError cross_site, unsupported_media_type, body_too_large
 */
export async function readPlainForm(c: Context<AppEnv>, siteUrl: string, maxBytes: number): Promise<URLSearchParams> {
  if (!sameOrigin(c, siteUrl)) throw new AppError('cross_site');
  if (!isPlainForm(c)) throw new AppError('unsupported_media_type');
  return new URLSearchParams(Buffer.from(await readBytes(c, maxBytes)).toString('utf8'));
}

/** A field as a text that every engine stores. */
export const formText = (form: URLSearchParams, name: string): string => (form.get(name) ?? '').replaceAll('\0', '').toWellFormed();
