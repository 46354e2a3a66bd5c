import { AppError, ERRORS, type ErrorCode } from '../../../contract/errors.ts';
import { type GatewayAnswer, influxWrite, influxWriteV2 } from '../../../contract/ingest.ts';
import { loggerTokenIn, tokenOfPair } from '../../credentials/logger-token.ts';
import { PRIVATE } from '../../kernel/headers.ts';
import { LINE_PRECISIONS } from '../line-protocol.ts';
import type { Door, DoorAnswer, DoorRequest } from './door.ts';

/** Clients ask for the version of the server; this much of InfluxDB's it speaks. */
export const INFLUX_HEADERS = ['X-Influxdb-Build', 'Taktlog', 'X-Influxdb-Version', '1.8-taktlog'];
const NO_CONTENT: DoorAnswer = { status: 204, headers: ['Cache-Control', PRIVATE, ...INFLUX_HEADERS], body: '' };

/** Token in the header, or as `u` or `p` of the query, where version 1 has a user and a password. */
export const influxToken = ({ header, query }: Pick<DoorRequest, 'header' | 'query'>): string | null =>
  loggerTokenIn(header('authorization')) ?? tokenOfPair(query.get('u') ?? '', query.get('p') ?? '');

/** @throws AppError validation_failed */
function decoder({ query }: DoorRequest): string {
  const asked = query.get('precision') || 'ns';
  const precision = LINE_PRECISIONS.find((one) => one === asked);
  if (precision === undefined) throw new AppError('validation_failed', { errors: [{ path: 'precision', code: 'invalid_value' }] });
  return `line-protocol@1?precision=${precision}`;
}

/** The reason in one line, for the log of a client that nobody watches; codes and places, as texts of people are elsewhere. */
export function influxReason({ code, errors = [] }: AppError): string {
  const [first] = errors;
  if (!first) return code;
  const { line, column, index, key } = first.params ?? {};
  const place = [
    line === undefined ? null : `line ${line}:${column}`,
    // Lines that are comments or empty are no points.
    index === undefined ? null : `point ${Number(index) + 1}`,
    key === undefined ? null : `key ${JSON.stringify(key)}`,
    first.path === '' ? null : first.path,
  ].filter((part) => part !== null);
  const more = errors.length > 1 ? ` and ${errors.length - 1} more` : '';
  return `${code}: ${first.code}${place.length > 0 ? ` at ${place.join(', ')}` : ''}${more}`;
}

/** InfluxDB knows 400 for everything that sending again won't mend; its clients drop such a batch, and keep one for 429 and 5xx. */
const statusOf = (code: ErrorCode): number => (ERRORS[code].status === 422 ? 400 : ERRORS[code].status);

/** Codes of version 2. */
const V2_CODES: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  413: 'request too large',
  415: 'unsupported media type',
  429: 'too many requests',
  500: 'internal error',
  503: 'unavailable',
  507: 'unavailable',
};

/** Headers of a problem that keep their meaning beside another body. */
function headersOf(problem: DoorAnswer): string[] {
  const kept: string[] = ['Content-Type', 'application/json'];
  for (let i = 0; i < problem.headers.length; i += 2)
    if (problem.headers[i] !== 'Content-Type') kept.push(problem.headers[i]!, problem.headers[i + 1]!);
  return kept;
}

/** A refusal as version 1 writes it. */
export function refuseV1(error: AppError, problem: DoorAnswer): DoorAnswer {
  const reason = influxReason(error);
  return {
    status: statusOf(error.code),
    headers: [...headersOf(problem), ...INFLUX_HEADERS, 'X-Influxdb-Error', reason.replace(/[^\x20-\x7e]/g, '?')],
    body: JSON.stringify({ error: reason }),
  };
}

function refuseV2(error: AppError, problem: DoorAnswer): DoorAnswer {
  const status = statusOf(error.code);
  return {
    status,
    headers: headersOf(problem),
    body: JSON.stringify({ code: V2_CODES[status] ?? 'internal error', message: influxReason(error) }),
  };
}

/** Nothing of a batch that can't be read is taken from a gateway either. */
function answerGateway({ devices }: GatewayAnswer): DoorAnswer {
  const unread = devices.find(({ identity, errors }) => identity === '' && errors?.[0]?.code === 'malformed_line')?.errors?.[0];
  if (!unread) return NO_CONTENT;
  const reason = `unparsed: ${unread.code} at line ${unread.line}:${unread.column}`;
  return {
    status: 400,
    headers: ['Content-Type', 'application/json', ...INFLUX_HEADERS, 'X-Influxdb-Error', reason],
    body: JSON.stringify({ error: reason, code: V2_CODES[400], message: reason }),
  };
}

const both = { token: influxToken, decoder, isWhole: true, answer: () => NO_CONTENT, answerGateway };

/** Line protocol at the addresses of InfluxDB 1 and 2. Database, bucket and organisation say nothing: the token names the logger or the gateway. */
export const INFLUX_DOORS: readonly Door[] = [
  { ...both, name: 'influx', endpoint: influxWrite, refuse: refuseV1 },
  { ...both, name: 'influx', endpoint: influxWriteV2, refuse: refuseV2 },
];
