import type { IngestError, ReceivedDataDetail } from '../../lib/contract/received-data.ts';

/** A piece of a body; `error` numbers the error that it is marked for. */
export interface Piece {
  text: string;
  error: number | null;
}

/** The body as people write JSON; null when it isn't JSON. */
export function prettyJson(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return null;
  }
}

/** Offsets at which lines begin. */
function lineStarts(body: string): number[] {
  const starts = [0];
  for (let at = body.indexOf('\n'); at >= 0; at = body.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The body cut into pieces so that the character at each error's line and column (from 1) stands alone. */
export function markErrors(body: string, errors: readonly IngestError[]): Piece[] {
  const starts = lineStarts(body);
  const marks = errors
    .flatMap(({ line, column }, error) => {
      const start = line === undefined ? undefined : starts[line - 1];
      return start === undefined ? [] : [{ at: Math.min(start + (column ?? 1) - 1, body.length), error }];
    })
    .sort((a, b) => a.at - b.at);
  const pieces: Piece[] = [];
  let done = 0;
  for (const { at, error } of marks) {
    if (at < done) continue;
    if (at > done) pieces.push({ text: body.slice(done, at), error: null });
    const end = at + (body.codePointAt(at) !== undefined && body.codePointAt(at)! > 0xffff ? 2 : 1);
    const char = body.slice(at, end);
    // The end of the text or of a line has no character to colour.
    pieces.push({ text: char === '' || char === '\n' ? ` ${char}` : char, error });
    done = end;
  }
  if (done < body.length) pieces.push({ text: body.slice(done), error: null });
  return pieces;
}

/** Line numbers from 1, one under another. */
export function lineNumbers(text: string): string {
  const count = lineStarts(text).length;
  return Array.from({ length: count }, (_, index) => index + 1).join('\n');
}

const HEX_WIDTH = 16;

/** The bytes of a body as far as it is shown. */
export function bytesOf({ body, body_base64 }: Pick<ReceivedDataDetail, 'body' | 'body_base64'>): Uint8Array {
  return body === null ? Uint8Array.from(atob(body_base64 ?? ''), (one) => one.charCodeAt(0)) : new TextEncoder().encode(body);
}

/** Sixteen bytes a line, and what of them is a letter, a digit or a sign of ASCII. */
export function hexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; from += HEX_WIDTH) {
    const line = [...bytes.subarray(from, from + HEX_WIDTH)];
    const digits = line.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const signs = line.map((byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join('');
    lines.push(`${digits.padEnd(HEX_WIDTH * 3 - 1)}  ${signs}`);
  }
  return lines.join('\n');
}

/** Where each line of {@link hexLines} begins. */
export const offsets = (lines: string): string =>
  lines
    .split('\n')
    .map((_, index) => (index * HEX_WIDTH).toString(16).padStart(4, '0'))
    .join('\n');
