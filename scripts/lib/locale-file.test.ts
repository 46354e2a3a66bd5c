import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLocaleFile } from './locale-file.ts';

const read = (text: string) => readLocaleFile(new TextEncoder().encode(text));
const faults = (text: string) => read(text).faults;

describe('a file of words', () => {
  it('is read into its texts, each with its groups and its line', () => {
    expect(read('{\n  "save": "Uložit",\n  "nav": {\n    "menu": "Řekl: \\"Ano\\"\\u00a0\\n"\n  },\n  "none": {}\n}\n')).toEqual({
      texts: [
        { key: 'save', text: 'Uložit', line: 2 },
        { key: 'nav.menu', text: 'Řekl: "Ano"\u00a0\n', line: 4 },
      ],
      faults: [],
    });
  });

  it.each([
    ['without the comma of a line', '{\n  "a": "1"\n  "b": "2"\n}', 2, 'comma at the end of the line is missing'],
    ['without the comma behind a group', '{\n  "a": {\n    "b": "2"\n  }\n  "c": "3"\n}', 4, 'comma at the end of the line is missing'],
    ['with a comma behind the last text', '{\n  "a": "1",\n}', 2, 'a comma behind the last text'],
    ['with an open text', '{\n  "a": "1,\n  "b": "2"\n}', 2, 'closing quotation mark'],
    ['with an open key', '{\n  "a: "1"\n}', 2, 'the colon'],
    ['with quotation marks inside a text', '{\n  "a": "He said "no" to it"\n}', 2, 'A quotation mark inside a text'],
    ['with curly quotation marks around a text', '{\n  "a": “text”\n}', 2, "the text of 'a' must stand in straight quotation marks"],
    ['with a number', '{\n  "a": 1\n}', 2, "the text of 'a' must stand in straight quotation marks"],
    ['with a list', '{\n  "a": ["1"]\n}', 2, "the text of 'a' must stand in straight quotation marks"],
    ['without a key', '{\n  "a": "1",\n  text\n}', 3, 'a key in quotation marks is expected'],
    ['without a colon', '{\n  "a" "1"\n}', 2, 'the colon behind "a" is missing'],
    ['with a backslash', '{\n  "a": "C:\\Data"\n}', 2, 'backslash'],
    ['with a tab in a text', '{\n  "a": "b\tc"\n}', 2, 'tab'],
    ['that ends too early', '{\n  "a": {\n    "b": "2"\n  }\n', 4, 'a closing } is missing'],
    ['that ends behind a comma', '{\n  "a": "1",\n', 2, 'a closing } is missing'],
    ['that goes on behind its end', '{\n  "a": "1"\n}\n}', 4, 'behind the last }'],
    ['that is empty', '', 1, 'must begin with {'],
    ['with one key twice', '{\n  "a": "1",\n  "b": "2",\n  "a": "3"\n}', 4, "'a' stands here a second time; the first one is on line 2"],
    ['with one group twice', '{\n  "a": { "b": "1" },\n  "a": { "c": "2" }\n}', 3, "'a' stands here a second time"],
  ])('%s is refused, with the line', (_, text, line, words) => {
    expect(faults(text)).toEqual([{ line, words: expect.stringContaining(words) }]);
  });

  it('counts the lines of Windows too', () => {
    expect(faults('{\r\n  "a": "1"\r\n  "b": "2"\r\n}')[0]?.line).toBe(2);
  });

  it('is refused when it is not plain UTF-8', () => {
    expect(readLocaleFile(Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])).faults).toEqual([
      { line: null, words: expect.stringContaining('without BOM') },
    ]);
    expect(readLocaleFile(Buffer.from('{"a":"Ulo\x9eit"}', 'latin1')).faults).toEqual([
      { line: null, words: expect.stringContaining('UTF-8') },
    ]);
  });

  it('is readable exactly when it is JSON of groups and texts', () => {
    const tree = fc.letrec((tie) => ({
      tree: fc.dictionary(fc.string({ minLength: 1 }), fc.oneof({ depthSize: 'small' }, fc.string(), tie('tree'))),
    })).tree as fc.Arbitrary<object>;
    const flat = (node: object, path = ''): [string, string][] =>
      Object.entries(node).flatMap(([name, value]) => {
        const key = path ? `${path}.${name}` : name;
        return typeof value === 'string' ? [[key, value] as [string, string]] : flat(value as object, key);
      });
    const cut = { max: 60 };
    fc.assert(
      fc.property(tree, fc.nat(cut), fc.constantFrom('', '"', ',', '}', '{', '\n', ':', '\\', ' '), fc.nat(1), (node, at, put, gone) => {
        const whole = JSON.stringify(node, null, 2);
        expect(read(whole).texts.map(({ key, text }) => [key, text])).toEqual(flat(node));
        const spoilt = whole.slice(0, at) + put + whole.slice(at + gone);
        let valid = true;
        try {
          JSON.parse(spoilt);
        } catch {
          valid = false;
        }
        const syntax = faults(spoilt).filter(({ words }) => !words.includes('a second time'));
        expect(syntax.length === 0).toBe(valid);
      }),
      { numRuns: 2_000 },
    );
  });
});
