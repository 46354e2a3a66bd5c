/** Cookies of a request, read without ever throwing, and `Set-Cookie` lines. */

/** No browser sends more; the rest of a longer header is not read. */
const MAX_HEADER = 16_384;

function decoded(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The decoded value of one cookie, the first when it is sent twice; null when it is absent. A value that can't be decoded is returned as sent. */
export function readCookie(header: string | null | undefined, name: string): string | null {
  if (!header) return null;
  const text = header.length > MAX_HEADER ? header.slice(0, MAX_HEADER) : header;
  let at = 0;
  while (at < text.length) {
    const semicolon = text.indexOf(';', at);
    const end = semicolon === -1 ? text.length : semicolon;
    const equals = text.indexOf('=', at);
    if (equals !== -1 && equals < end && text.slice(at, equals).trim() === name) {
      const value = text.slice(equals + 1, end).trim();
      return decoded(value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value);
    }
    at = end + 1;
  }
  return null;
}

export interface CookieOptions {
  /** Seconds; 0 removes the cookie. */
  maxAge: number;
  secure: boolean;
  httpOnly?: boolean;
}

/** One `Set-Cookie` value: path /, SameSite=Lax, the value percent-encoded. */
export function writeCookie(name: string, value: string, { maxAge, secure, httpOnly = false }: CookieOptions): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure ? '; Secure' : ''}${httpOnly ? '; HttpOnly' : ''}`;
}
