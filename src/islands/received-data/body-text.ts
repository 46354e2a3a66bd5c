import type { IngestError } from '../../lib/contract/received-data.ts';

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
