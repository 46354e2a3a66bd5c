import { expect, it } from 'vitest';
import { isAbsurdDrawing } from './svg-limits.ts';
import { svg } from './testing.ts';

const filter = (steps: string, name = 'filter') => `<${name} id="f">${steps}</${name}><rect width="9" height="9" filter="url(#f)"/>`;
const nested = (depth: number) => '<g>'.repeat(depth) + '</g>'.repeat(depth);

it('a drawing with thousands of steps in a filter, or of groups in groups, is refused', () => {
  expect(isAbsurdDrawing(svg(filter('<feFlood result="r"/>'.repeat(5_000))))).toBe(true);
  expect(isAbsurdDrawing(svg(filter('<s:feFlood\nresult="a>b"></s:feFlood>'.repeat(41), 's:filter')))).toBe(true);
  expect(isAbsurdDrawing(svg(nested(200)))).toBe(true);
});

it('an ordinary drawing is accepted, however large it is', () => {
  expect(isAbsurdDrawing(svg(filter('<feFlood/>'.repeat(25)).repeat(300)))).toBe(false);
  const merged = `<feMerge>${'<feMergeNode in="SourceGraphic"/>'.repeat(50)}</feMerge>`;
  expect(isAbsurdDrawing(svg(filter(merged) + nested(40)))).toBe(false);
  expect(isAbsurdDrawing(svg('<path d="M0 0" label=\'a > b\'/>'.repeat(20_000) + '<g/>'.repeat(500)))).toBe(false);
  const image = `<image href="data:image/png;base64,${'A'.repeat(15_000_000)}"/>`;
  expect(isAbsurdDrawing(svg(image))).toBe(false);
  const said = `<!-- ${'<g>'.repeat(500)} --><style><![CDATA[ ${'<g>'.repeat(500)} ]]></style>`;
  expect(isAbsurdDrawing(svg(said, { before: '<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "y">]>' }))).toBe(false);
});

it('what is no drawing at all is left to the decoder', () => {
  for (const text of ['', '<', '<svg', '<!--', '<svg a="', 'abc', '<svg></svg>'.repeat(3)])
    expect([text, isAbsurdDrawing(Buffer.from(text))]).toEqual([text, false]);
});
