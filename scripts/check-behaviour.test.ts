import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPT = resolve('scripts/check-behaviour.ts');
let root: string;
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'taktlog-behaviour-'));
  write(
    'src/a.test.ts',
    "describe('a thing', () => {\n  it('works', () => {});\n  it.each([1])(\n    'takes %s | none', () => {});\n  it.skip('sleeps', () => {});\n  // it works, 'said here'\n});\n",
  );
  write('src/a.ts', "it('works')");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const GOOD = '| it works | `src/a.test.ts` › works |';
/** Checks a document that has these rows under the first heading. @returns what it complains of */
function complaints(...rows: string[]): string {
  const table = (lines: string[]) => ['| Line | Tests |', '|---|---|', ...lines].join('\n');
  const others = ['Builds, payloads, navigation', 'Validation'].map(
    (name, index) => `## ${name}\n\n${table([`| ${index} | \`src/a.test.ts\` › works |`])}`,
  );
  write('docs/behaviour-coverage.md', `# Coverage\n\n## Sign-in and tokens\n\n${table(rows)}\n\n${others.join('\n\n')}\n`);
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(stderr === '' ? 0 : 1);
  return stderr.trim();
}

it('the check says nothing while every row names tests that are there', () => {
  expect(complaints(GOOD, '| a table of cases | `src/a.test.ts` › takes %s \\| none<br>`src/a.test.ts` › a thing |')).toBe('');
});

it('the check names a row without a test, and a section without rows', () => {
  expect(complaints(GOOD, '| nobody looks | |')).toMatch(/:8: no test holds 'nobody looks'/);
  expect(complaints()).toMatch(/the section 'Sign-in and tokens' has no rows/);
});

it.each([
  ['`src/b.test.ts` › works', 'src/b.test.ts is no test file'],
  ['`src/a.ts` › works', 'src/a.ts is no test file'],
  ['`src/a.test.ts` › work', "src/a.test.ts has no test 'work'"],
  ['`src/a.test.ts` › said here', "src/a.test.ts has no test 'said here'"],
  ['`src/a.test.ts` › sleeps', "'sleeps' is skipped in src/a.test.ts"],
  ['`src/a.test.ts` › works<br>`src/a.test.ts` › gone', "src/a.test.ts has no test 'gone'"],
  ['src/a.test.ts works', 'is not `file` › title'],
  ['`src/a.test.ts` › works | more', 'a row is | line | tests |'],
])('the check refuses %s', (tests, problem) => {
  expect(complaints(`| a line | ${tests} |`)).toContain(problem);
});

it('the check refuses the same line twice', () => {
  expect(complaints(GOOD, GOOD)).toContain('the line stands here twice');
});
