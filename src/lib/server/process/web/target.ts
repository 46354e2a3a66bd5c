/** Reads the target of a request line as it came over the wire; nothing else in the server looks at it before. */

/** Bytes of a request target; longer ones are refused with 414. */
const MAX_TARGET = 8_192;

export type Target =
  /** `path` is decoded, without empty or dot segments and without trailing slash; `search` is as sent, with `?`, or empty. */
  | { kind: 'path'; path: string; search: string }
  /** The same page without its trailing slash. */
  | { kind: 'redirect'; location: string }
  /** A path that no page can have. Routers disagree about such paths, so none of them gets to see one. */
  | { kind: 'strange' }
  | { kind: 'refused'; status: 400 | 414 };

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i;
const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Origin form of a target: an absolute one (RFC 9112 §3.2.2) loses its authority, which decides nothing here. */
export function originForm(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(ABSOLUTE_FORM, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
}

/** May the Host header be put into an address? Anything with a slash, a user or a blank could move the path. */
export function isHost(host: string): boolean {
  return HOST.test(host);
}

const API = /^\/(?:(?:v1|api\/v1)(?:[/?]|$)|(?:healthz|readyz|metrics|write|ping|query|api\/v2\/write)(?:\?|$))/;

/** Doors of the API; all else is a file or a page. @param url the target in origin form */
export function isApi(url: string): boolean {
  return API.test(url);
}

/** @param url the target in origin form */
export function readTarget(url: string): Target {
  if (url.length > MAX_TARGET) return { kind: 'refused', status: 414 };
  const question = url.indexOf('?');
  const raw = question === -1 ? url : url.slice(0, question);
  const search = question === -1 ? '' : url.slice(question);
  if (!raw.startsWith('/') || url.includes('#')) return { kind: 'refused', status: 400 };
  const path = decode(raw);
  if (path === null) return { kind: 'refused', status: 400 };
  if (path === '/') return { kind: 'path', path, search };
  if (isStrange(raw, path)) return { kind: 'strange' };
  if (path.endsWith('/')) return { kind: 'redirect', location: raw.slice(0, -1) + search };
  return { kind: 'path', path, search };
}

function decode(raw: string): string | null {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

/** Encoded separators, a second layer of encoding, controls, backslashes, bytes outside ASCII, empty or dot segments. */
function isStrange(raw: string, path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
  if (/%2f|%5c|%25/i.test(raw) || /[^\x21-\x7e]|\\/.test(raw) || /[\x00-\x1f\x7f]/.test(path)) return true;
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments.some((segment) => segment === '' || segment === '.' || segment === '..');
}
