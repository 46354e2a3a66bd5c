import { Buffer } from 'node:buffer';

/** A linear look at a JSON text that `JSON.parse` can't give: where exactly it breaks. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isHex = (code: number) => isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);

/** Offset after the blanks at `at`. */
function skipBlanks(text: string, at: number): number {
  let i = at;
  for (;;) {
    const code = text.charCodeAt(i);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return i;
    i++;
  }
}

/** Each token scanner returns the offset after the token, or `-1 - offset` of the first character that doesn't belong. */
const broken = (at: number) => -1 - at;

function scanString(text: string, at: number): number {
  let i = at + 1;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i + 1;
    if (code < 32) return broken(i);
    if (code !== BACKSLASH) {
      i++;
      continue;
    }
    const escaped = text[i + 1];
    if (escaped === 'u') {
      for (let hex = i + 2; hex < i + 6; hex++) if (!isHex(text.charCodeAt(hex))) return broken(Math.min(hex, text.length));
      i += 6;
    } else if (escaped !== undefined && '"\\/bfnrt'.includes(escaped)) i += 2;
    else return broken(Math.min(i + 1, text.length));
  }
  return broken(text.length);
}

function scanDigits(text: string, at: number): number {
  let i = at;
  while (isDigit(text.charCodeAt(i))) i++;
  return i === at ? broken(at) : i;
}

function scanNumber(text: string, at: number): number {
  let i = text[at] === '-' ? at + 1 : at;
  i = text[i] === '0' ? i + 1 : scanDigits(text, i);
  if (i >= 0 && text[i] === '.') i = scanDigits(text, i + 1);
  if (i >= 0 && (text[i] === 'e' || text[i] === 'E')) {
    i++;
    i = scanDigits(text, text[i] === '+' || text[i] === '-' ? i + 1 : i);
  }
  return i;
}

function scanWord(text: string, at: number, word: string): number {
  for (let i = 0; i < word.length; i++) if (text[at + i] !== word[i]) return broken(at + i);
  return at + word.length;
}

function scanScalar(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return scanString(text, at);
  if (first === 't') return scanWord(text, at, 'true');
  if (first === 'f') return scanWord(text, at, 'false');
  if (first === 'n') return scanWord(text, at, 'null');
  return scanNumber(text, at);
}

/** `"key" :`, then the offset of its value. */
function scanKey(text: string, at: number): number {
  if (text[at] !== '"') return broken(at);
  const end = scanString(text, at);
  if (end < 0) return end;
  const colon = skipBlanks(text, end);
  return text[colon] === ':' ? skipBlanks(text, colon + 1) : broken(colon);
}

/** Offset of the first character at which a text stops being JSON (its length when it ends too early), or -1 when it is JSON. */
export function jsonErrorOffset(text: string): number {
  const closers: string[] = [];
  let i = skipBlanks(text, 0);
  for (;;) {
    // A value starts at i.
    const opener = text[i];
    if (opener === '{' || opener === '[') {
      const closer = opener === '{' ? '}' : ']';
      i = skipBlanks(text, i + 1);
      if (text[i] !== closer) {
        closers.push(closer);
        if (closer === '}') i = scanKey(text, i);
        if (i < 0) return -1 - i;
        continue;
      }
      i++;
    } else i = scanScalar(text, i);
    if (i < 0) return Math.min(-1 - i, text.length);

    // A value ended before i: close what ends here, or go on to the next member.
    for (;;) {
      i = skipBlanks(text, i);
      const closer = closers.at(-1);
      if (closer === undefined) return i === text.length ? -1 : i;
      if (text[i] === closer) {
        closers.pop();
        i++;
      } else if (text[i] === ',') {
        i = skipBlanks(text, i + 1);
        if (closer === '}') i = scanKey(text, i);
        if (i < 0) return Math.min(-1 - i, text.length);
        break;
      } else return Math.min(i, text.length);
    }
  }
}

/** Line and column of an offset, both from 1; `\n`, `\r\n` and `\r` end a line, columns count UTF-16 units. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let i = 0; i < offset; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) {
      line++;
      start = i + 1;
    }
  }
  return { line, column: offset - start + 1 };
}

/** Bytes of UTF-8 as text, without a byte order mark. */
export function utf8Text(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.length >= 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf ? 3 : 0;
  return buffer.toString('utf8', start);
}

/** The elements of an array as they are written in its text. @param text valid JSON whose value is an array */
export function elementsOf(text: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      if (depth === 1 && start < 0) start = i;
      for (i++; text.charCodeAt(i) !== QUOTE; i++) if (text.charCodeAt(i) === BACKSLASH) i++;
    } else if (code === 91 || code === 123) {
      if (depth === 1 && start < 0) start = i;
      depth++;
    } else if (code === 93 || code === 125 || (code === 44 && depth === 1)) {
      if (code !== 44) depth--;
      if (start >= 0 && (code === 44 || depth === 0)) {
        elements.push(text.slice(start, i).trimEnd());
        start = -1;
      }
    } else if (depth === 1 && start < 0 && code > 32) start = i;
  }
  return elements;
}
