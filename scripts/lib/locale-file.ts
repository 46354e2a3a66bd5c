/**
 * Reads a file of words, `{ "key": "text", "group": { … } }`, and says in plain words where and why one can't be read: whoever edits
 * texts is no programmer, and JSON.parse often names no line.
 */

export interface LocaleText {
  /** With the groups around it: `nav.menu`. */
  key: string;
  text: string;
  line: number;
}
export interface LocaleFault {
  /** Null when it is the whole file. */
  line: number | null;
  words: string;
}
export interface LocaleFile {
  texts: LocaleText[];
  faults: LocaleFault[];
}

class Unreadable extends Error {
  readonly at: number;
  constructor(at: number, words: string) {
    super(words);
    this.at = at;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in texts
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"/iy;
const BLANK = /[ \t\r\n]*/y;
const NOT_UTF8 = 'is not saved as UTF-8. In the editor choose “Save as” with the encoding UTF-8';

/** @param bytes the file as it lies on the disk */
export function readLocaleFile(bytes: Uint8Array): LocaleFile {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { texts: [], faults: [{ line: null, words: `${NOT_UTF8} without BOM` }] };
  try {
    return readText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return { texts: [], faults: [{ line: null, words: NOT_UTF8 }] };
  }
}

function readText(source: string): LocaleFile {
  const file: LocaleFile = { texts: [], faults: [] };
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  try {
    new Reader(source, file, lineOf).file();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    file.faults.push({ line: lineOf(error.at), words: error.message });
  }
  return file;
}

class Reader {
  private at = 0;
  /** End of what was read last, for what is missing behind it. */
  private last = 0;
  private readonly source: string;
  private readonly into: LocaleFile;
  private readonly lineOf: (at: number) => number;

  constructor(source: string, into: LocaleFile, lineOf: (at: number) => number) {
    this.source = source;
    this.into = into;
    this.lineOf = lineOf;
  }

  file(): void {
    if (this.next() !== '{') throw new Unreadable(this.at, 'the file must begin with {');
    this.group('');
    if (this.next() !== '') throw new Unreadable(this.at, 'there is something behind the last }');
  }

  /** The next character that is no blank; empty at the end of the file. */
  private next(): string {
    BLANK.lastIndex = this.at;
    this.at += BLANK.exec(this.source)?.[0].length ?? 0;
    return this.source.charAt(this.at);
  }

  private take(length: number): void {
    this.at += length;
    this.last = this.at;
  }

  private group(path: string): void {
    const lines = new Map<string, number>();
    this.take(1);
    if (this.next() !== '}') this.entries(path, lines);
    this.take(1);
  }

  /** Up to the closing brace. */
  private entries(path: string, lines: Map<string, number>): void {
    for (;;) {
      this.entry(path, lines);
      const character = this.next();
      if (character === '}') return;
      if (character !== ',') throw this.missingComma(character);
      const comma = this.at;
      this.take(1);
      if (this.next() === '}') throw new Unreadable(comma, 'there is a comma behind the last text of a group; take it away');
    }
  }

  private entry(path: string, lines: Map<string, number>): void {
    if (this.next() === '') throw this.endTooEarly();
    const start = this.at;
    if (this.source[start] !== '"') throw new Unreadable(start, 'a key in quotation marks is expected here, like "name": "text"');
    const name = this.string();
    const key = path ? `${path}.${name}` : name;
    const line = this.lineOf(start);
    const first = lines.get(name);
    if (first !== undefined)
      this.into.faults.push({ line, words: `'${key}' stands here a second time; the first one is on line ${first}` });
    lines.set(name, line);
    if (this.next() !== ':') throw new Unreadable(this.last, `the colon behind "${name}" is missing, like "${name}": "text"`);
    this.take(1);
    this.value(key, line);
  }

  private value(key: string, line: number): void {
    const character = this.next();
    if (character === '') throw this.endTooEarly();
    if (character === '{') this.group(key);
    else if (character === '"') this.into.texts.push({ key, text: this.string(), line });
    else throw new Unreadable(this.at, `the text of '${key}' must stand in straight quotation marks, like "text"`);
  }

  private string(): string {
    STRING.lastIndex = this.at;
    const found = STRING.exec(this.source)?.[0];
    if (found !== undefined) {
      this.take(found.length);
      return JSON.parse(found) as string;
    }
    const rest = /"(?:[^"\\\r\n]|\\[^\r\n])*("?)/y;
    rest.lastIndex = this.at;
    const closed = rest.exec(this.source)?.[1] === '"';
    if (!closed) throw new Unreadable(this.at, 'the closing quotation mark " is missing; a text must end on the line where it begins');
    throw new Unreadable(this.at, 'there is a backslash \\ or a tab in the text. A backslash is written \\\\, a tab can’t stand in a text');
  }

  private missingComma(character: string): Unreadable {
    if (character === '') return this.endTooEarly();
    const sameLine = this.lineOf(this.at) === this.lineOf(this.last);
    if (character === '"' && !sameLine) return new Unreadable(this.last, 'the comma at the end of the line is missing');
    return new Unreadable(
      this.at,
      'here the text has ended, but more follows. A quotation mark inside a text is written \\" or as „ and “; between two texts stands a comma',
    );
  }

  private endTooEarly(): Unreadable {
    return new Unreadable(this.last, 'the file ends here, but a closing } is missing');
  }
}
