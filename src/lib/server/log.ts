import type { Context } from 'hono';
import { type DestinationStream, type Logger, pino } from 'pino';
import { ERRORS } from '../contract/errors.ts';
import type { AppEnv } from './http.ts';

/** Structured logs. A secret must not reach a line: fields that carry one are redacted, paths are masked. */

const SECRET_FIELDS = ['authorization', 'cookie', 'set-cookie', 'password', 'password_hash', 'token', 'refresh_token', 'secret'];
/** At the top and up to two levels down, which is as deep as a request or an answer is ever logged. */
const REDACTED = SECRET_FIELDS.flatMap((field) => ['', '*', '*.*'].map((parent) => `${parent}["${field}"]`));

/** @param level pino's level names; @param destination stdout when left out */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '***' },
    serializers: { err: errorFields },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** What a log keeps of an error; drivers hang queries, parameters and rows on theirs. */
function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(cause === undefined ? {} : { cause: errorFields(cause) }),
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Longer than any word of an address; ids are let through. */
const TOKEN_LENGTH = 20;
const MAX_PATH = 500;

/** A path that is safe to log: query values masked, and path segments that are or look like a token. */
export function maskPath(url: string): string {
  const [, path = '', query] = /^([^?#]*)(?:\?([^#]*))?/s.exec(url.slice(0, MAX_PATH)) ?? [];
  const masked = path
    .replace(/(\/signup\/[^/]+)\/.*/, '$1/***')
    .split('/')
    .map((segment) => (segment.length >= TOKEN_LENGTH && !UUID.test(segment) ? '***' : segment))
    .join('/');
  if (query === undefined) return masked;
  return `${masked}?${query.split('&').map(maskPair).join('&')}`;
}

function maskPair(pair: string): string {
  const equals = pair.indexOf('=');
  return equals === -1 || equals >= TOKEN_LENGTH ? '***' : `${pair.slice(0, equals)}=***`;
}

/** One line for an answered request, at the level of its outcome; `ms` from its first to its last moment in the server. */
export function logRequest(log: Logger, c: Context<AppEnv>, ms: number): void {
  const code = c.get('code');
  const level = code ? ERRORS[code].level : c.get('quiet') || !c.get('pattern') ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const { pathname, search } = new URL(c.req.url);
  const error = c.get('error');
  log[level]({
    method: c.req.method,
    route: c.get('pattern') ?? null,
    path: maskPath(pathname + search),
    status: c.res.status,
    ms: Math.round(ms * 10) / 10,
    request_id: c.get('requestId'),
    actor: c.get('claims')?.sub,
    code,
    ...(error === undefined ? {} : { err: errorFields(error) }),
  });
}
