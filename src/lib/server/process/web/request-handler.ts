import { type IncomingMessage, type RequestListener, type ServerResponse, STATUS_CODES } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { matchPath, splitPath } from '../../../i18n/paths.ts';
import { endLeftSession, markCookie } from '../../auth/session-mark.ts';
import type { Ingest } from '../../ingest/ingest.service.ts';
import type { Deps } from '../../kernel/context.ts';
import { deviceHeaders, PRIVATE, securityHeaders, setHeaders } from '../../kernel/headers.ts';
import type { App } from '../../kernel/http.ts';
import { maskPath } from '../../kernel/log.ts';
import type { Gate } from '../shutdown.ts';
import { type Answer, bare, chooseAnswer } from './choose-answer.ts';
import { compressAnswer } from './compress.ts';
import { createDeviceDoors } from './device-doors.ts';
import { createLocals, failureLocals, type PageLocals } from './locals.ts';
import { createMetrics, mayReadMetrics } from './metrics.ts';
import { negotiate } from './negotiate.ts';
import type { NameScripts } from './page-scripts.ts';
import { type RenderPage, sendPage } from './send-page.ts';
import { type StaticFiles, sendFile } from './static-files.ts';
import { isApi, isHost, originForm } from './target.ts';

const FAILURE_PAGE = '/500';

export interface Site {
  deps: Deps;
  app: App;
  ingest: Ingest;
  files: StaticFiles;
  pages: RenderPage;
  scripts: NameScripts;
  gate: Gate;
  /** More lines for whoever watches the process. */
  metrics(): string[];
}

/** Answers every request of the process: the API by Hono, prerendered files from memory, all other pages by Astro. */
export function createRequestHandler(site: Site): RequestListener {
  const { deps, app, ingest, gate } = site;
  const headers = securityHeaders(deps.config);
  const api = getRequestListener(app.fetch);
  const metrics = createMetrics(site.metrics);
  const doors = createDeviceDoors(deps, ingest, deviceHeaders(headers));
  return (req, res) => {
    gate.enter();
    res.once('close', () => {
      gate.leave();
      metrics.count(res.statusCode);
    });
    if (gate.stopping) res.setHeader('Connection', 'close');
    req.url = originForm(req.url ?? '/');
    // HTTP/1.0 has no Host header, HTTP/1.1 has to.
    if (req.httpVersion === '1.0') req.headers.host ??= 'localhost';
    const url = req.url;
    const isHosted = isHost(req.headers.host ?? '');
    if (isHosted && doors(req, res)) return;
    setHeaders(res, headers);
    if (url === '/metrics' && mayReadMetrics(req.headers, deps.config.metricsToken)) {
      res.setHeader('Cache-Control', PRIVATE);
      res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metrics.text());
      return;
    }
    if (isHosted && isApi(url)) {
      compressWhenAsked(req, res);
      void api(req, res);
      return;
    }
    logWhenDone(deps, req, res, url);
    void answer(site, req, res);
  };
}

async function answer(site: Site, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const chosen = choose(site, req);
    if (isDocument(req, chosen)) await leaveSession(site, req, res);
    if (chosen.kind === 'bare') sendBare(res, chosen);
    else if (chosen.kind === 'file') sendFile(req, res, chosen.file);
    else await renderPage(site, req, res, chosen.target);
  } catch (error) {
    site.deps.log.error({ err: error, request_id: res.getHeader('X-Request-Id') }, 'page failed');
    if (res.headersSent) res.destroy();
    else sendBare(res, bare(500));
  }
}

/** Is it a page for the browser's window, not something that a page fetches? */
function isDocument({ headers }: IncomingMessage, chosen: Answer): boolean {
  if ((headers['sec-fetch-dest'] ?? 'document') !== 'document') return false;
  return chosen.kind === 'page' || (chosen.kind === 'file' && chosen.file.headers.get('Content-Type')?.startsWith('text/html') === true);
}

/** Ends the session that this browser has signed out of. Its page is answered in any case. */
async function leaveSession({ deps }: Site, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    if (await endLeftSession(deps, req.headers.cookie)) res.appendHeader('Set-Cookie', markCookie(deps, null));
  } catch (error) {
    deps.log.warn({ err: error }, 'a session that was left could not be ended');
  }
}

function choose({ gate, files }: Site, { method = 'GET', url = '/', headers }: IncomingMessage): Answer {
  if (gate.stopping) return bare(503, { 'Retry-After': '5' });
  if (!isHost(headers.host ?? '')) return bare(400);
  return chooseAnswer({ method, url, headers }, files);
}

async function renderPage({ deps, app, pages, scripts }: Site, req: IncomingMessage, res: ServerResponse, wanted: string): Promise<void> {
  let target = wanted;
  const [path = '/'] = (req.url ?? '/').split('?', 1);
  const forwarded = req.headers['x-forwarded-for'];
  const request = {
    cookie: req.headers.cookie,
    requestId: String(res.getHeader('X-Request-Id')),
    path,
    address: deps.config.proxies.senderOf(req.socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join() : forwarded),
  };
  let locals: PageLocals;
  try {
    locals = await createLocals(deps, app, request);
  } catch (error) {
    // The database doesn't answer: people are told so by a page, in their language.
    deps.log.error({ err: error, request_id: request.requestId }, 'page failed');
    locals = failureLocals(deps, app, request);
    target = FAILURE_PAGE;
  }
  res.setHeader('Cache-Control', PRIVATE);
  if (!(await sendPage({ req, res, target, locals, scripts }, pages))) sendBare(res, bare(404));
}

function compressWhenAsked(req: IncomingMessage, res: ServerResponse): void {
  const encoding = negotiate(req.headers['accept-encoding']);
  if (encoding !== null) compressAnswer(res, encoding);
}

function sendBare(res: ServerResponse, { status, headers }: Extract<Answer, { kind: 'bare' }>): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.writeHead(status).end(res.req.method === 'HEAD' ? undefined : `${status} ${STATUS_CODES[status]}\n`);
}

/** Gives the request its id and writes its line when it is over: by route, with the path masked; files only at debug level. */
function logWhenDone({ ids, log }: Deps, req: IncomingMessage, res: ServerResponse, url: string): void {
  const start = performance.now();
  const requestId = ids.uuid();
  res.setHeader('X-Request-Id', requestId);
  res.once('close', () => {
    const route = matchPath(splitPath(url).path)?.route.path ?? null;
    const level = res.statusCode >= 500 && res.statusCode !== 503 ? 'error' : route === null ? 'debug' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const ms = Math.round((performance.now() - start) * 10) / 10;
    log[level]({ method: req.method, route, path: maskPath(url), status: res.statusCode, ms, request_id: requestId });
  });
}
