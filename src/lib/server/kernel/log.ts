import { type DestinationStream, type Logger, pino } from 'pino';
import { ERRORS, type ErrorCode } from '../../contract/errors.ts';

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

/** What a line says of an answered request. */
interface Answered {
  method: string;
  /** Path of the endpoint as the contract writes it. */
  route: string | undefined;
  /** Path and query. */
  url(): string;
  status: number;
  /** From its first to its last moment in the server. */
  ms: number;
  requestId: string;
  actor?: string | undefined;
  code?: ErrorCode | undefined;
  /** What was not foreseen. */
  error?: unknown;
  /** Good answers of loggers are too many for the log. */
  quiet?: boolean | undefined;
}

/** One line for an answered request, at the level of its outcome. */
export function logAnswered(log: Logger, answered: Answered): void {
  const { method, route, status, ms, requestId, actor, code, error, quiet } = answered;
  const level = code ? ERRORS[code].level : quiet || !route ? 'debug' : 'info';
  if (!log.isLevelEnabled(level)) return;
  log[level]({
    method,
    route: route ?? null,
    path: maskPath(answered.url()),
    status,
    ms: Math.round(ms * 10) / 10,
    request_id: requestId,
    actor,
    code,
    ...(error === undefined ? {} : { err: errorFields(error) }),
  });
}
