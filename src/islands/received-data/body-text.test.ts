import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, hexLines, lineNumbers, markErrors, offsets, prettyJson } from './body-text.ts';

describe('the body of a message', () => {
  it('marks the very character at which reading failed', () => {
    expect(markErrors('{\n  "a": 1,,\n}', [{ code: 'malformed_json', line: 2, column: 10 }])).toEqual([
      { text: '{\n  "a": 1,', error: null },
      { text: ',', error: 0 },
      { text: '\n}', error: null },
    ]);
  });

  it('shows an error at the end of the text although there is no character', () => {
    expect(markErrors('{"a":1', [{ code: 'malformed_json', line: 1, column: 7 }])).toEqual([
      { text: '{"a":1', error: null },
      { text: ' ', error: 0 },
    ]);
  });

  it('errors without a place mark nothing', () => {
    expect(markErrors('[1]', [{ code: 'shape' }, { code: 'bad_ts', line: 9, column: 1 }])).toEqual([{ text: '[1]', error: null }]);
  });

  it('never loses a character of what the device sent', () => {
    const error = fc.record({
      code: fc.constant('bad_value' as const),
      line: fc.integer({ min: 1, max: 6 }),
      column: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '{', '\n', '\u{1F4A1}', ' ')).map((parts) => parts.join('')),
        fc.array(error),
        (body, errors) => {
          const joined = markErrors(body, errors)
            .map((piece) =>
              piece.error !== null && /^ (\n)?$/.test(piece.text) && !body.includes(piece.text) ? piece.text.slice(1) : piece.text,
            )
            .join('');
          expect(joined.replaceAll(' ', '')).toBe(body.replaceAll(' ', ''));
        },
      ),
    );
  });

  it('numbers lines and tells JSON from other text', () => {
    expect(lineNumbers('a\nb\n')).toBe('1\n2\n3');
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(prettyJson('a,b')).toBeNull();
  });

  it('shows bytes as digits and signs, sixteen a line, each with its offset', () => {
    const bytes = bytesOf({ body: null, body_base64: btoa('\u0000T=21.5\u00ff and more text') });
    const shown = hexLines(bytes);
    expect(shown.split('\n')).toEqual([
      '00 54 3d 32 31 2e 35 ff 20 61 6e 64 20 6d 6f 72  ·T=21.5··and·mor',
      '65 20 74 65 78 74                                e·text',
    ]);
    expect(offsets(shown)).toBe('0000\n0010');
    expect(bytesOf({ body: 'č', body_base64: null })).toEqual(new Uint8Array([0xc4, 0x8d]));
  });
});
