import { describe, expect, it } from 'vitest';
import { scriptOf } from './sandbox.ts';

const INPUT = { bytes: Uint8Array.of(1, 2, 255), fPort: 7, recvTime: 1_763_640_000_000 };
const run = (body: string, input = INPUT) => scriptOf(`function decodeUplink(input) { ${body} }`)(input);
const given = async (expression: string) => {
  const result = await run(`return { data: { x: ${expression} } }`);
  return result.failure ?? result.data.x;
};

describe('a decoder in JavaScript', () => {
  it('gets bytes, port and time of receipt, and gives what it calls data', async () => {
    expect(await run('return { data: { n: input.bytes[2], p: input.fPort, t: input.recvTime.toISOString() } }')).toEqual({
      failure: null,
      data: { n: 255, p: 7, t: '2025-11-20T12:00:00.000Z' },
      time: undefined,
      warnings: [],
    });
  });

  it('gives the same for the same message: its clock is the time of receipt, and there is no chance', async () => {
    expect(await given('[Date.now(), new Date().getTime(), Math.random(), new Date(5).getTime()].join()')).toBe(
      '1763640000000,1763640000000,0,5',
    );
    const script = scriptOf(
      'var seen = 0; function decodeUplink() { globalThis.kept = (globalThis.kept ?? 0) + 1; return { data: { x: ++seen + kept } } }',
    );
    expect([script(INPUT), script(INPUT)]).toEqual([
      { failure: null, data: { x: 2 }, time: undefined, warnings: [] },
      { failure: null, data: { x: 2 }, time: undefined, warnings: [] },
    ]);
  });

  it('reaches nothing of the host', async () => {
    for (const name of ['process', 'require', 'fetch', 'console', 'setTimeout', 'WebAssembly', 'performance', 'std', 'os'])
      expect([name, await given(`typeof ${name}`)]).toEqual([name, 'undefined']);
    expect(await run('return { data: { x: this.constructor.constructor("return typeof process")() } }')).toMatchObject({
      data: { x: 'undefined' },
    });
    expect(await run('return import("node:fs")')).toEqual({ failure: 'script_failed' });
  });

  it.each([
    ['an endless loop', 'for (;;);'],
    ['an expression that backtracks for ever', 'return { data: { x: /^(a+)+$/.test("a".repeat(40) + "b") } }'],
    ['a text that doubles', 'let s = "x"; for (;;) s += s;'],
    ['a list that grows', 'const list = []; for (;;) list.push({ list });'],
    ['a sort of very many', 'const a = new Array(4e5).fill(0).map((_, i) => i % 977); for (;;) a.sort();'],
    ['numbers of a million bits', 'let a = (1n << 1000000n) - 1n; for (;;) String(a * a % (a - 2n));'],
    ['a search through a list without end', 'return { data: { x: Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1) } }'],
    ['itself, without end', 'return decodeUplink(input)'],
    ['an answer of a megabyte', 'return { data: { x: "x".repeat(1e6) } }'],
    ['an answer as deep as a well', 'let x = {}; for (let i = 0; i < 100; i++) x = { x }; return { data: x }'],
  ])('is ended at its limits by %s', async (_, body) => {
    const { failure } = run(body);
    expect(['script_limit', 'script_failed']).toContain(failure);
    // The next one finds everything as it was.
    expect(await given('1')).toBe(1);
  });

  it('fails where it throws, is no function, or says so itself', async () => {
    for (const body of [
      'throw new Error("no")',
      'return 5',
      'return',
      'return { data: [1] }',
      'return { errors: ["short"] }',
      'syntax error(',
    ])
      expect([body, await run(body)]).toEqual([body, { failure: 'script_failed' }]);
    expect(scriptOf('')(INPUT)).toEqual({ failure: 'script_failed' });
    expect(await given('NaN')).toBe('NaN');
    expect(await run('return { data: { x: 1 } }', { ...INPUT, bytes: new Uint8Array(70_000) })).toEqual({ failure: 'script_limit' });
  });
});
