import type { Context } from 'hono';
import { AppError } from '../../../contract/errors.ts';
import { readBytes } from '../../kernel/body.ts';
import type { App, AppEnv } from '../../kernel/http.ts';
import { isPlainForm } from '../../kernel/plain-form.ts';
import { problemOf } from '../../kernel/problem.ts';
import type { Ingest } from '../ingest.service.ts';
import { namedHeaders } from './door.ts';
import { INFLUX_HEADERS, influxToken, refuseV1 } from './influx-doors.ts';

/** What clients of InfluxDB 1 ask before they write: is somebody there, and is there a database. Nothing is read here. */

/** The one database that every logger seems to have; writes may name any. */
const DATABASE = 'taktlog';
const MAX_STATEMENTS = 100;

type Result = { statement_id: number; series?: object[]; error?: string };

/** Answers to statements, by number. A database needs no making; what reads data is told that it is in the wrong place. */
export function answerStatements(q: string): Result[] {
  const statements = q
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .slice(0, MAX_STATEMENTS);
  return statements.map((statement, statement_id) => {
    if (/^create\s+(?:database|retention\s+policy)\s/i.test(statement)) return { statement_id };
    if (/^show\s+databases$/i.test(statement))
      return { statement_id, series: [{ name: 'databases', columns: ['name'], values: [[DATABASE]] }] };
    return { statement_id, error: 'not supported: this address takes readings; they are read over /v1' };
  });
}

const headers = { ...namedHeaders(INFLUX_HEADERS), 'Cache-Control': 'no-store' };
const MAX_FORM_BYTES = 65_536;

/** `/ping`, open to anybody as `/healthz` is, and `/query` for loggers. */
export function registerInfluxManners(app: App, ingest: Ingest): void {
  app.get('/ping', (c) => {
    c.set('quiet', true);
    return c.body(null, 204, headers);
  });
  app.on(['GET', 'POST'], '/query', async (c) => {
    c.set('pattern', '/query');
    c.set('quiet', true);
    try {
      const query = new URL(c.req.url).searchParams;
      await ingest.admit(influxToken({ query, header: (name) => c.req.header(name) }));
      return c.json({ results: answerStatements(await statementsOf(c, query)) }, 200, headers);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const problem = problemOf(error, c.get('requestId'));
      c.set('code', error.code);
      const refused = refuseV1(error, { ...problem, headers: Object.entries(problem.headers).flat() });
      return c.body(refused.body, refused.status as 400, namedHeaders(refused.headers));
    }
  });
}

/** `q` of the query or of a form. @throws AppError body_too_large, malformed_request */
async function statementsOf(c: Context<AppEnv>, query: URLSearchParams): Promise<string> {
  const q = query.get('q');
  if (q !== null || c.req.method !== 'POST' || !isPlainForm(c)) return q ?? '';
  return new URLSearchParams(Buffer.from(await readBytes(c, MAX_FORM_BYTES)).toString('utf8')).get('q') ?? '';
}
