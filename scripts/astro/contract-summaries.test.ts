import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutSummaries } from './contract-summaries.ts';

it('every summary of an endpoint is left out of what goes to the browser, and nothing else is', () => {
  let left = 0;
  for (const file of readdirSync('src/lib/contract').filter((name) => name.endsWith('.ts') && !name.includes('.test.'))) {
    const code = readFileSync(`src/lib/contract/${file}`, 'utf8');
    const without = withoutSummaries(code);
    const count = code.split(/= endpoint\(/).length - 1;
    expect(without.split("summary: '',").length - 1, file).toBe(count);
    // Put back, it is the same file.
    const texts = [...code.matchAll(/summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),/g)].map(([text]) => text);
    expect(
      without.replace(/summary: '',/g, () => texts.shift()!),
      file,
    ).toBe(code);
    left += code.length - without.length;
  }
  expect(left).toBeGreaterThan(5_000);
});
