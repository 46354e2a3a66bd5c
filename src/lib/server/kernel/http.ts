import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { DEMO_VISITOR_ID } from '../../constants.ts';
import type { BodyOf, Endpoint, Params, QueryOf, ResponseInput } from '../../contract/endpoint.ts';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import { authenticate, bearerOf, checkSession } from './authenticate.ts';
import { authenticateKey, isApiKey } from './authenticate-key.ts';
import { readJson, unstorableTexts } from './body.ts';
import { type Actor, type Ctx, can, type Deps } from './context.ts';
import { readCookie } from './cookies.ts';
import { type Database, type Db, joinedReads } from './database.ts';
import { fieldErrors } from './problem.ts';
import { type Standing, standingIn } from './rights.ts';
import type { Claims } from './tokens.ts';
import { undeclaredFields } from './undeclared.ts';

/** What travels with a request through Hono. */
export interface AppEnv {
  Bindings: {
    /** Set by the Node server; absent in tests and in calls inside the process. */
    incoming?: { socket?: { remoteAddress?: string } };
    outgoing?: { setHeader(name: string, value: string): unknown };
    /** Set by a caller in the same process: takes what the contract lets out, which then isn't written as text and read again. */
    take?(data: unknown): void;
    /** Set by the same: for whom it asks. */
    address?: string | undefined;
    /** Set by the same, for one page: what its first read learned of the person's rights in an organisation holds for its other reads. */
    standings?: Map<string, Promise<Standing | null>>;
  };
  Variables: {
    requestId: string;
    /** Path of the endpoint as the contract writes it: what logs and metrics name the request by. */
    pattern?: string;
    /** Good answers of loggers are too many for the log. */
    quiet?: boolean;
    /** The verified access token of a `user` endpoint; `exp` ends its live stream. */
    claims?: Claims;
    code?: ErrorCode;
    error?: unknown;
  };
}
export type App = Hono<AppEnv>;

/** A request whose sender is not known (or is a logger that the handler itself makes out). */
export interface PublicCtx extends Deps {
  requestId: string;
  /** Network address of the sender, `local` inside the process. */
  address: string;
}
/** A signed-in person, outside any organisation. */
export interface UserCtx extends PublicCtx {
  actor: Extract<Actor, { kind: 'user' }>;
}
export type CtxOf<E extends Endpoint> = E['access'] extends 'user'
  ? E['path'] extends `${string}/:organization_id${string}`
    ? Ctx
    : UserCtx
  : PublicCtx;

export interface Input<E extends Endpoint> {
  params: Params<E['path']>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  c: Context<AppEnv>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Mounts an endpoint of the contract. The handler gets a parsed request and returns what the contract's `response` describes (or a
 * Response made by `c.body`, for streams); the answer is parsed by the contract before it leaves.
 * Checks in this order: signed in 401 · a visitor of the demo writes nothing 403 · cross-site 403 · ids and organisation 404 · scope 403 · query 422 · body 415 413 400 422.
 */
export function bind<E extends Endpoint>(
  app: App,
  deps: Deps,
  endpoint: E,
  handler: (ctx: CtxOf<E>, input: Input<E>) => Promise<ResponseInput<E> | Response>,
): void {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
  const status = endpoint.status ?? 200;
  const answer = answerOf(endpoint);
  app.on(endpoint.method, endpoint.path, async (c) => {
    c.set('pattern', endpoint.path);
    setHeader(c, 'Cache-Control', 'private, no-store');
    if (endpoint.access === 'device') c.set('quiet', true);
    const caller = endpoint.access === 'user' ? await callerOf(c, deps) : undefined;
    if (endpoint.access !== 'device') checkXsrf(c);
    const params = readParams(c, names);
    const handle = async (ctx: PublicCtx | UserCtx | Ctx) => {
      const query = endpoint.query ? readQuery(c, endpoint, endpoint.query) : {};
      const body = endpoint.body ? parse(endpoint, endpoint.body, await readJson(c, endpoint.maxBytes)) : undefined;
      return handler(ctx as CtxOf<E>, { params, query, body, c } as Input<E>);
    };
    const result = await inContext(c, deps, endpoint, caller, params, handle);
    if (result instanceof Response) return result;
    if (status === 204) return c.body(null, status);
    const data = answer(result);
    if (!c.env?.take) return c.json(data as object, status);
    c.env.take(data);
    return c.body(null, status);
  });
}

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Names a request in its answer and in the log; a proxy that is trusted may have named it already. */
export function requestIdOf({ config, ids }: Pick<Deps, 'config' | 'ids'>, peer: string | undefined, given: string | undefined): string {
  return config.proxies.trusts(peer) && given !== undefined && REQUEST_ID.test(given) ? given : ids.token(12);
}

/** Sets a header of the answer; straight on Node's own where there is one, as a Headers object is a tenth of a small request. */
export function setHeader(c: Context<AppEnv>, name: string, value: string): void {
  if (c.env?.outgoing) c.env.outgoing.setHeader(name, value);
  else c.header(name, value);
}

/** What of a result may leave: exactly what the contract declares. @throws Error naming the paths that break it, without values */
export function answerOf(endpoint: Endpoint): (result: unknown) => unknown {
  // Compiled at the first answer, so that a process that uses few endpoints doesn't compile a hundred of them.
  let response: Endpoint['response'] | undefined;
  return (result) => {
    response ??= z.compile(endpoint.response);
    const parsed = response.safeParse(result);
    if (parsed.success) return parsed.data;
    throw new Error(`${endpoint.method} ${endpoint.path} answers what its contract doesn't say: ${describe(parsed.error.issues)}`);
  };
}

const describe = (issues: readonly { code?: string | undefined; path: PropertyKey[] }[]) =>
  issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.')} ${issue.code}`)
    .join(', ');

const isWrite = (c: Context<AppEnv>) => c.req.method !== 'GET' && c.req.method !== 'HEAD';

/** Who asks at an endpoint for signed-in people: a person, or a service whose key says for which organisation. */
type Caller = { actor: Extract<Actor, { kind: 'user' }> } | { actor: Extract<Actor, { kind: 'key' }>; standing: Standing };

/** @throws AppError unauthenticated, token_expired, session_revoked, key_unknown */
async function callerOf(c: Context<AppEnv>, deps: Deps): Promise<Caller> {
  const bearer = bearerOf(c.req.header('authorization'));
  if (bearer !== null && isApiKey(bearer)) return authenticateKey(deps, bearer);
  return { actor: await signedIn(c, deps) };
}

/** @throws AppError unauthenticated, token_expired, session_revoked, demo_read_only */
async function signedIn(c: Context<AppEnv>, deps: Deps): Promise<Extract<Actor, { kind: 'user' }>> {
  const claims = authenticate(deps, c.req.header('authorization'), isWrite(c) ? undefined : c.req.header('cookie'));
  c.set('claims', claims);
  if (isWrite(c) && claims.sub === DEMO_VISITOR_ID) throw new AppError('demo_read_only');
  // A read asks whether the session stands together with what the person may; a write before it reads its body.
  if (isWrite(c)) await checkSession(deps, claims);
  return { kind: 'user', id: claims.sub, sessionId: claims.sid };
}

/** Double-submit check: a browser that has the cookie must repeat it, which another site's page can't. @throws AppError cross_site */
function checkXsrf(c: Context<AppEnv>): void {
  if (!isWrite(c)) return;
  const cookie = readCookie(c.req.header('cookie'), 'XSRF-TOKEN');
  if (cookie !== null && cookie !== c.req.header('x-xsrf-token')) throw new AppError('cross_site');
}

/** @throws AppError not_found for an id that can't be one */
function readParams(c: Context<AppEnv>, names: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name of names) {
    const value = c.req.param(name) ?? '';
    if ((name === 'id' || name.endsWith('_id')) && !UUID.test(value)) throw new AppError('not_found');
    params[name] = value;
  }
  return params;
}

async function inContext<T>(
  c: Context<AppEnv>,
  deps: Deps,
  endpoint: Endpoint,
  caller: Caller | undefined,
  params: Record<string, string>,
  handle: (ctx: PublicCtx | UserCtx | Ctx) => Promise<T>,
): Promise<T> {
  const requestId = c.get('requestId');
  if (!caller) return handle({ ...deps, requestId, address: addressOf(c, deps) });
  const organizationId = params.organization_id;
  if (organizationId === undefined) {
    // Outside any organisation there are only a person's own things.
    if ('standing' in caller) throw new AppError('forbidden');
    if (!isWrite(c)) await checkSession(deps, { sub: caller.actor.id, sid: caller.actor.sessionId });
    return handle({ ...deps, requestId, actor: caller.actor, address: addressOf(c, deps) });
  }
  let visitor: Ctx | undefined;
  const standingOf = async (reader: Db): Promise<Standing | null> => {
    if ('standing' in caller) return caller.standing;
    const ask = () => standingIn(reader, caller.actor.id, organizationId, caller.actor.sessionId);
    const known = c.env?.standings;
    if (!known || isWrite(c)) return ask();
    const asked = known.get(organizationId) ?? ask();
    known.set(organizationId, asked);
    return asked;
  };
  const contextFor = async (reader: Db, db: Database): Promise<Ctx> => {
    const standing = await standingOf(reader);
    if (standing?.organization.id !== organizationId) throw new AppError('not_found');
    const ctx: Ctx = { ...deps, db, actor: caller.actor, requestId, signal: () => c.req.raw.signal, ...standing };
    const opens = [endpoint.scope, endpoint.orScope].filter((scope) => scope !== undefined);
    if (opens.length > 0 && !opens.some((scope) => can(ctx, scope, endpoint.whole && ''))) throw new AppError('forbidden');
    if (standing.visitor) visitor = { ...ctx, db: deps.db };
    return ctx;
  };
  if (isWrite(c)) return handle(await deps.db.read(organizationId, (reader) => contextFor(reader, deps.db)));
  // A read asks for the rights and for its rows in one go: in PostgreSQL a transaction costs as much as a small query.
  const answer = await deps.db.read(organizationId, async (reader) => {
    const { db, end } = joinedReads(deps.db, organizationId, reader);
    try {
      return await handle(await contextFor(reader, db));
    } finally {
      end();
    }
  });
  // A write leaves a row of its own.
  if (visitor) await deps.visits?.note(visitor);
  return answer;
}

/** The other end of the connection. */
export const peerOf = (c: Context<AppEnv>): string | undefined => c.env?.incoming?.socket?.remoteAddress;

/** The sender's address: the socket's, what proxies that are trusted say of it, or that of the visitor for whom a page asks. */
export function addressOf(c: Context<AppEnv>, deps: Deps): string {
  return c.env?.address ?? deps.config.proxies.senderOf(peerOf(c), c.req.header('x-forwarded-for')) ?? 'local';
}

/** @throws AppError validation_failed */
function readQuery(c: Context<AppEnv>, endpoint: Endpoint, schema: NonNullable<Endpoint['query']>): unknown {
  const query = c.req.query();
  const errors = unstorableTexts(query);
  if (errors.length > 0) throw new AppError('validation_failed', { errors });
  return parse(endpoint, schema, query);
}

/** @throws AppError validation_failed, also for fields that the contract doesn't name */
function parse(endpoint: Endpoint, schema: NonNullable<Endpoint['body']>, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  const errors = [...(parsed.success ? [] : fieldErrors(parsed.error.issues, input)), ...undeclaredFields(endpoint, schema, input)];
  if (errors.length > 0) throw new AppError('validation_failed', { errors });
  return parsed.data;
}
