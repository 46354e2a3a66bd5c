import type { IncomingMessage, ServerResponse } from 'node:http';
import { FRAMED_BY } from '../../../constants.ts';
import { letFrame } from '../../kernel/headers.ts';
import { endCompressed } from './compress.ts';
import type { PageLocals } from './locals.ts';
import { negotiate } from './negotiate.ts';
import type { NameScripts } from './page-scripts.ts';

/** `src/render.ts` as it was built. */
export type RenderPage = (request: Request, locals: object) => Promise<Response | null>;

export interface AskedPage {
  req: IncomingMessage;
  /** Its headers may be set already. */
  res: ServerResponse;
  /** What is rendered for the request: a path with its query. */
  target: string;
  locals: PageLocals;
  scripts: NameScripts;
}

/**
 * Renders a page and sends it in one piece, so that one which fails on its way was not begun.
 * @returns false when there is no page; nothing is sent then
 * @throws what rendering throws, before anything is sent
 */
export async function sendPage({ req, res, target, locals, scripts }: AskedPage, render: RenderPage): Promise<boolean> {
  const answer = await render(requestOf(req, target), locals);
  if (!answer) return false;
  const body = Buffer.from(await answer.arrayBuffer());
  // Whoever asked has gone.
  if (res.destroyed) return true;
  const framers = answer.headers.get(FRAMED_BY);
  answer.headers.delete(FRAMED_BY);
  for (const [name, value] of answer.headers) if (name !== 'content-length' && name !== 'set-cookie') res.setHeader(name, value);
  if (framers) letFrame(res, framers.split(' '));
  for (const cookie of answer.headers.getSetCookie()) res.appendHeader('Set-Cookie', cookie);
  res.statusCode = answer.status;
  if (req.method === 'HEAD' || answer.status === 304) res.end();
  else endCompressed(res, isHtml(res) ? scripts(body) : body, negotiate(req.headers['accept-encoding']));
  return true;
}

const isHtml = (res: ServerResponse) => String(res.getHeader('Content-Type')).startsWith('text/html');

/** The request as pages know one. Its host was checked to be one; its body is never read. */
function requestOf({ method = 'GET', headers, socket }: IncomingMessage, target: string): Request {
  const protocol = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';
  const single = Object.entries(headers).filter((header): header is [string, string] => typeof header[1] === 'string');
  return new Request(`${protocol}://${headers.host}${target}`, { method, headers: single });
}
