import type { ServerResponse } from 'node:http';
import { OWN_HEADER } from '../../constants.ts';
import type { Config } from './config.ts';

/** For everything that is not a page: nothing may be loaded or framed. Pages replace it by the policy that Astro made for them. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";
export const PRIVATE = 'private, no-store';

/**
 * Headers of every answer, whoever writes it. Sending HSTS on plain http is without effect (RFC 6797 §8.1), so it may follow the
 * configured address, also behind a proxy that ends TLS.
 */
export function securityHeaders(config: Pick<Config, 'tls' | 'siteUrl'>): ReadonlyMap<string, string> {
  const headers = new Map([
    ['Content-Security-Policy', CLOSED_POLICY],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    [OWN_HEADER, '1'],
  ]);
  if (config.tls !== undefined || config.siteUrl.startsWith('https://'))
    headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  return headers;
}

/** What the others protect is a document: its frame, its address, what it may open. A logger reads no documents, and many pay for each byte. */
const FOR_DEVICES = new Set(['Content-Security-Policy', 'X-Content-Type-Options', 'Strict-Transport-Security', OWN_HEADER]);

/** Those of {@link securityHeaders} that answers to loggers have. */
export function deviceHeaders(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...headers].filter(([name]) => FOR_DEVICES.has(name)));
}

export function setHeaders(res: ServerResponse, headers: ReadonlyMap<string, string>): void {
  for (const [name, value] of headers) res.setHeader(name, value);
}

const FRAMER = /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?$/;

/** Lets pages of these origins frame the answer, and no others; one that isn't an origin as a browser writes it is left out. */
export function letFrame(res: ServerResponse, origins: readonly string[]): void {
  const allowed = origins.filter((origin) => FRAMER.test(origin));
  if (allowed.length === 0) return;
  const policy = String(res.getHeader('Content-Security-Policy'));
  const ancestors = `frame-ancestors ${allowed.join(' ')}`;
  if (!policy.includes("frame-ancestors 'none'")) return;
  res.setHeader('Content-Security-Policy', policy.replace("frame-ancestors 'none'", ancestors));
  // It knows no list of origins, and browsers that know the policy need it no more.
  res.removeHeader('X-Frame-Options');
  // A page that isolates itself frames only what says so.
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** The same headers as text, for answers that are written to the bare socket. */
export function rawHeaders(headers: ReadonlyMap<string, string>): string {
  return [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
}
