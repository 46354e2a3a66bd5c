import { existsSync, readFileSync } from 'node:fs';

/**
 * Every line of docs/behaviour-coverage.md is held by a test: each row of its tables names at least one `file` › title, the file is a
 * test file, and a test or a group of that title stands in it and isn't skipped.
 */

const DOCUMENT = 'docs/behaviour-coverage.md';
const SECTIONS = ['Sign-in and tokens', 'Builds, payloads, navigation', 'Validation'];
const TEST_FILE = /\.(test|spec)\.tsx?$/;
const CITED = /^`([^`]+)` › (.+)$/;

const problems: string[] = [];
const sources = new Map<string, string | null>();
function sourceOf(file: string): string | null {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const source = TEST_FILE.test(file) && existsSync(file) ? readFileSync(file, 'utf8') : null;
  sources.set(file, source);
  return source;
}

/** What stands before a title that is the first argument of a call; null when there is no such call. */
function callBefore(source: string, title: string): string | null {
  for (const quote of ["'", '"', '`']) {
    const at = source.indexOf(`${quote}${title}${quote}`);
    const before = at < 0 ? '' : source.slice(0, at).trimEnd();
    if (before.endsWith('(')) return before;
  }
  return null;
}

function checkTest(where: string, cited: string): void {
  const [, file, title] = CITED.exec(cited) ?? [];
  if (file === undefined || title === undefined) {
    problems.push(`${where}: '${cited}' is not \`file\` › title`);
    return;
  }
  const source = sourceOf(file);
  if (source === null) problems.push(`${where}: ${file} is no test file`);
  else {
    const call = callBefore(source, title);
    if (call === null) problems.push(`${where}: ${file} has no test '${title}'`);
    else if (/\.(skip|todo|fixme|fails)\($/.test(call)) problems.push(`${where}: '${title}' is skipped in ${file}`);
  }
}

const rows = new Map<string, number>();
const said = new Set<string>();
let section = '';
for (const [index, line] of readFileSync(DOCUMENT, 'utf8').split('\n').entries()) {
  const where = `${DOCUMENT}:${index + 1}`;
  if (line.startsWith('## ')) section = line.slice(3).trim();
  if (!line.startsWith('|') || /^\|[\s:|-]+$/.test(line) || /^\| Line \|/.test(line)) continue;
  // A pipe inside a cell is written `\|`.
  const [statement = '', tests = '', ...more] = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
  rows.set(section, (rows.get(section) ?? 0) + 1);
  if (statement === '' || more.length > 0) problems.push(`${where}: a row is | line | tests |`);
  if (said.has(statement)) problems.push(`${where}: the line stands here twice`);
  said.add(statement);
  if (tests === '') problems.push(`${where}: no test holds '${statement}'`);
  else for (const cited of tests.split('<br>')) checkTest(where, cited.trim());
}
for (const name of SECTIONS) if (!rows.get(name)) problems.push(`${DOCUMENT}: the section '${name}' has no rows`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${said.size} lines of the specified behaviour are held by tests`);
