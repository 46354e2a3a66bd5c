/** Makes inputs of those that were good for something: changes bytes, moves, repeats and cuts pieces, and joins two inputs. */
export class Mutator {
  private readonly pool: Uint8Array[];
  private readonly first: number;
  private readonly max: number;
  private state: number;

  /** The same seed gives the same inputs as long as the caller keeps the same ones. */
  constructor(seed: number, seeds: Uint8Array[], max: number) {
    this.state = seed >>> 0;
    this.pool = [...seeds];
    this.first = seeds.length;
    this.max = max;
  }

  /** Remembers an input with a new outcome; of very many, the latest. */
  keep(input: Uint8Array): void {
    if (input.length > 4_096) return;
    if (this.pool.length < 1_000) this.pool.push(input.slice());
    else this.pool[this.first + this.below(1_000 - this.first)] = input.slice();
  }

  next(): Uint8Array {
    if (this.below(50) === 0) return this.noise(this.below(300));
    let input = this.pick();
    for (let steps = 1 + this.below(3); steps > 0; steps--) input = this.change(input);
    return input.subarray(0, this.max);
  }

  /** mulberry32 */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  private below(count: number): number {
    return Math.floor(this.random() * count);
  }

  private pick(): Uint8Array {
    return this.pool[this.below(this.pool.length)] ?? new Uint8Array();
  }

  private noise(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }

  /** Puts another token in the place of one, so that the shape around it stays good. */
  private swap(input: Uint8Array): Uint8Array {
    if (input.length > 8_192) return input;
    const text = Buffer.from(input).toString('latin1');
    const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[\w.+-]+/g)];
    const old = tokens[this.below(tokens.length)];
    if (!old) return input;
    const other = this.below(3) === 0 ? tokens[this.below(tokens.length)]![0] : TOKENS[this.below(TOKENS.length)]!;
    return Buffer.from(text.slice(0, old.index) + other + text.slice(old.index + old[0].length), 'latin1');
  }

  private change(input: Uint8Array): Uint8Array {
    if (this.below(2) === 0) return this.swap(input);
    const at = this.below(input.length + 1);
    const to = Math.min(input.length, at + 1 + this.below(20));
    const [head, piece, tail] = [input.subarray(0, at), input.subarray(at, to), input.subarray(to)];
    switch (this.below(10)) {
      case 0:
        return Buffer.concat([head, tail]);
      case 1:
        return head;
      case 2:
        return Buffer.concat([head, this.noise(1 + this.below(3)), tail]);
      case 3:
        return Buffer.concat([head, piece, piece, tail]);
      case 4: {
        // Now and then very often: that is where time and memory run away.
        const most = Math.floor(this.max / Math.max(1, piece.length));
        const times = this.below(20) === 0 ? this.below(most) : this.below(20);
        return Buffer.concat([head, ...Array.from({ length: times }, () => piece), tail]);
      }
      case 5: {
        const other = this.pick();
        return Buffer.concat([head, other.subarray(this.below(other.length + 1))]);
      }
      case 6: {
        const changed = input.slice();
        if (at < changed.length) changed[at]! ^= 1 << this.below(8);
        return changed;
      }
      default:
        return Buffer.concat([head, this.word(), this.below(2) === 0 ? tail : input.subarray(at)]);
    }
  }

  private word(): Uint8Array {
    return Buffer.from(WORDS[this.below(WORDS.length)]!, 'latin1');
  }
}

/** Pieces that parsers stumble over, as bytes. */
const WORDS = [
  ...'{}[]",:=\\ \n\r\t#-+.e0123456789_/',
  '\0',
  '\r\n',
  '\\"',
  '\\\\',
  '\\ ',
  '\\,',
  '\\=',
  '\\u0000',
  '\\ud800',
  '\xff',
  '\xef\xbb\xbf',
  '\xed\xa0\x80',
  '\xf0\x9f\x98\x80',
  'null',
  'true',
  'false',
  'NaN',
  'Infinity',
  '1e400',
  '-0',
  '1e-400',
  '9007199254740993',
  '9223372036854775807i',
  '-9223372036854775808',
  '18446744073709551615u',
  '1700000000',
  '1700000000000',
  '1700000000000000000',
  '268435456',
  '"ts":',
  '"values":{',
  '"__proto__":',
  '"constructor":',
  '"bn":"',
  '"bt":',
  '"bver":11',
  '"x_":1',
  '"n":"',
  '"v":',
  '"vs":"',
  '"s":',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
  '2026-03-01T08:00:00Z',
  ',a=b',
  ' f=1',
];

/** Whole values and names, of JSON and of lines. */
const TOKENS = [
  ...['0', '-0', '1', '-1', '0.1', '1e400', '-1e400', '1e-400', '1e308', '9007199254740993', '1700000000', '1700000000000', '1772351000.5'],
  ...[
    '268435455',
    '268435456',
    '12i',
    '12u',
    '-1u',
    '1e3i',
    't',
    'false',
    'true',
    'null',
    '""',
    '"\\u0000"',
    '"\\ud800"',
    '"a b"',
    '"\xff"',
  ],
  ...[
    '[]',
    '{}',
    '[1,[2,{"a":3}]]',
    '{"a":{"b":null}}',
    '"ts"',
    '"values"',
    '"__proto__"',
    '"constructor"',
    '"toString"',
    '"x_"',
    '"bver"',
    '10',
    '11',
  ],
  ...[
    '"bn"',
    '"bt"',
    '"bu"',
    '"bv"',
    '"bs"',
    '"n"',
    '"u"',
    '"v"',
    '"vs"',
    '"vb"',
    '"vd"',
    '"s"',
    '"t"',
    '"ut"',
    '"rssi"',
    '"dsnames"',
    '"host"',
  ],
  ...['"2026-03-01T08:00:00Z"', '"2126-03-01T08:00:00Z"', `"${'k'.repeat(101)}"`, `"${'w'.repeat(1_001)}"`, 'value', 'm', '\\,', '\\ '],
];
