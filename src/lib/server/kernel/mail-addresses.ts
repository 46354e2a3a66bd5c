import { isIP } from 'node:net';

/** What the configuration says of outgoing mail, as text and parsed. */

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; else STARTTLS when the server offers it. */
  secure: boolean;
  starttls: 'offered' | 'required' | 'never';
  auth: { user: string; pass: string } | undefined;
}
export interface MailAddress {
  name: string;
  address: string;
}

const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };
const LOCAL = /^(localhost|127(\.\d+){3}|::1)$/;

/**
 * `smtp://` (port 587) or `smtps://` (465), with or without user and password. Over `smtp://` a password goes out only encrypted, unless
 * the server is on this machine: otherwise whoever sits between could take the offer of STARTTLS away. Null = no such address.
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(text);
  const usual = PORTS[protocol];
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (usual === undefined || !/^[\w.:-]+$/.test(host) || !['', '/'].includes(pathname) || hash !== '') return null;
  const wanted = searchParams.get('starttls');
  if ([...searchParams.keys()].some((key) => key !== 'starttls') || (wanted !== null && wanted !== 'required' && wanted !== 'never'))
    return null;
  const secure = protocol === 'smtps:';
  if (secure && wanted !== null) return null;
  const auth = credentials(username, password);
  if (auth === null) return null;
  const starttls = wanted ?? (auth && !LOCAL.test(host) ? 'required' : 'offered');
  return { host, port: port === '' ? usual : Number(port), secure, starttls, auth };
}

/** Undefined without any, null when they can't be decoded. */
function credentials(username: string, password: string): SmtpServer['auth'] | null {
  if (username === '' && password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

const ADDRESS = String.raw`[^\s<>@,;:"\\()\p{Cc}]{1,64}@[^\s<>@,;:"\\()\p{Cc}]{1,253}`;
const BARE = new RegExp(`^(${ADDRESS})$`, 'u');
const NAMED = new RegExp(String.raw`^\s*(?:"([^"\\\p{Cc}]*)"|([^"<>\p{Cc}]*?))\s*<(${ADDRESS})>\s*$`, 'u');

/** `name@host`, `Name <name@host>` or `"Name" <name@host>`; null for anything else. */
export function parseSender(text: string): MailAddress | null {
  const [, bare] = BARE.exec(text.trim()) ?? [];
  if (bare) return { name: 'Taktlog', address: bare };
  const [, quoted, plain, address] = NAMED.exec(text) ?? [];
  return address ? { name: (quoted ?? plain ?? '').trim(), address } : null;
}

/** Can mail be sent there, and does it say nothing else to a mail server? */
export const isAddress = (text: string): boolean => BARE.test(text);

/** Taktlog at the host of the site. */
export function defaultSender(siteUrl: string): MailAddress {
  return { name: 'Taktlog', address: `taktlog@${mailHost(siteUrl)}` };
}

/** The host of the site as the part of an address behind the at sign. */
export function mailHost(siteUrl: string): string {
  const host = new URL(siteUrl).hostname;
  if (host.startsWith('[')) return `[IPv6:${host.slice(1, -1)}]`;
  return isIP(host) ? `[${host}]` : host;
}
