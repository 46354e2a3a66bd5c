import { ahead, behind, either, type Part, Run, repeated, sequence, TooLong, unit, where } from './pattern-parts.ts';

const MAX_SOURCE = 1_000;

/**
 * A test for a regular expression that comes as text, from an organisation's own fields for instance, and is therefore not trusted:
 * `(a+)+$` keeps the engine of JavaScript busy for hours. The answers are those of `new RegExp(source).test(text)`, in bounded time; a
 * text that would need more is refused.
 * @throws SyntaxError for a pattern that is malformed, longer than 1000 characters, or refers back to a group (no bound is known then)
 */
export function compilePattern(source: string): (text: string) => boolean {
  if (source.length > MAX_SOURCE) throw new SyntaxError(`A pattern has at most ${MAX_SOURCE} characters`);
  new RegExp(source);
  const pattern = new Reader(source).alternatives();
  return (text) => {
    const run = new Run(text);
    try {
      return pattern(run, run.everywhere()).size > 0;
    } catch (error) {
      if (error instanceof TooLong) return false;
      throw error;
    }
  };
}

/** A trusted RegExp is matched by the engine, always from the beginning of the text; anything that is no pattern matches nothing. */
export function matches(pattern: unknown, text: string): boolean {
  if (typeof pattern === 'string') return compilePattern(pattern)(text);
  return pattern instanceof RegExp && new RegExp(pattern).test(text);
}

const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y;
const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|c[a-zA-Z]|0(?!\d)|[^\dkc])/y;
const GROUP = /\((?:\?(?:(<?[=!])|:|<[^>]*>))?/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

/** Reads a pattern whose syntax is known to be right. */
class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  alternatives(): Part {
    const branches = [this.#sequence()];
    while (this.#source[this.#at] === '|') {
      this.#at++;
      branches.push(this.#sequence());
    }
    return either(branches);
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#source.length && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')')
      parts.push(this.#quantified(this.#atom()));
    return sequence(parts);
  }

  #quantified(part: Part): Part {
    const found = this.#take(QUANTIFIER);
    if (!found) return part;
    const [, sign, low, comma, high] = found;
    if (sign) return repeated(part, sign === '+' ? 1 : 0, sign === '?' ? 1 : Number.POSITIVE_INFINITY);
    return repeated(part, Number(low), high ? Number(high) : comma ? Number.POSITIVE_INFINITY : Number(low));
  }

  #atom(): Part {
    const character = this.#source[this.#at] as string;
    if (character === '(') return this.#group();
    if (character === '\\') return this.#escape();
    if (character === '[') return anyOf(this.#take(CLASS)?.[0] as string);
    this.#at++;
    if (character === '^') return where((_, place) => place === 0);
    if (character === '$') return where((text, place) => place === text.length);
    return character === '.' ? anyOf(character) : unit((other) => other === character);
  }

  #group(): Part {
    const [opening, look] = this.#take(GROUP) ?? [];
    if (opening === '(' && this.#source[this.#at] === '?') throw this.#refused();
    const inside = this.alternatives();
    this.#at++;
    if (!look) return inside;
    return look.startsWith('<') ? behind(inside, look === '<=') : ahead(inside, look === '=');
  }

  #escape(): Part {
    const escaped = this.#take(ESCAPE)?.[0];
    if (!escaped) throw this.#refused();
    if (escaped === '\\b') return where(atWordEdge);
    if (escaped === '\\B') return where((text, place) => !atWordEdge(text, place));
    return anyOf(escaped);
  }

  #take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at;
    const found = token.exec(this.#source);
    if (found) this.#at = token.lastIndex;
    return found;
  }

  #refused(): SyntaxError {
    return new SyntaxError(`A pattern given as text can't have what is at ${this.#at} of ${this.#source}`);
  }
}

/** A class, an escape or the dot: what one unit may be, as the engine reads it. */
function anyOf(source: string): Part {
  const pattern = new RegExp(source);
  return unit((character) => pattern.test(character));
}

function atWordEdge(text: string, place: number): boolean {
  const isWord = (at: number) => /\w/.test(text.charAt(at));
  return isWord(place - 1) !== isWord(place);
}
