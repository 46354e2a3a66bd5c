import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** `npm test`: unit, repo and API suites on both engines, then journeys in a real browser. `--all` widens the browser matrix. */

const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...(process.argv.includes('--all') ? { TEST_ALL: '1' } : {}) };
rmSync('reports', { recursive: true, force: true });
mkdirSync('reports', { recursive: true });

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'inherit', env, shell: process.platform === 'win32' }).status === 0;
}

const unit = run('vitest', ['run']);
const journeys = run('playwright', ['test']);

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; message?: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
}
type PlaywrightStatus = 'expected' | 'unexpected' | 'flaky' | 'skipped';
interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { status: PlaywrightStatus; results: { error?: { message?: string } }[] }[];
  }[];
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}
const read = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

/** Journeys that may fail at first and pass when they are run again, in one run of CI (decision 0019). */
const FLAKY_AT_MOST = 3;

/** The unit tests that failed, with the beginning of what they said: a log of which only the end is kept names them too. */
function failedUnits(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${relative('.', file.name)} › ${test.fullName}\n${beginning(test.failureMessages.join('\n'))}`);
    return failed.length > 0 || !file.message ? failed : [`${relative('.', file.name)}\n${beginning(file.message)}`];
  });
}

/** The journeys that ended so, with the beginning of what they said at first. */
function journeysOf(suites: PlaywrightSuite[], status: PlaywrightStatus): string[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === status)
        .map((test) => `${spec.file}:${spec.line} › ${spec.title}\n${beginning(test.results[0]?.error?.message ?? '')}`),
    ),
    ...journeysOf(suite.suites ?? [], status),
  ]);
}

const MESSAGE_LINES = 12;

function beginning(message: string): string {
  return stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES).join('\n');
}

const vitest = read<VitestReport>('reports/vitest.json');
const playwright = read<PlaywrightReport>('reports/playwright.json');
const flaky = journeysOf(playwright?.suites ?? [], 'flaky');
const tooFlaky = flaky.length > FLAKY_AT_MOST ? flaky.length : 0;
const passed = (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0) + flaky.length - tooFlaky;
const failed = (vitest?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0) + tooFlaky;
// A runner that failed without naming a test (a broken set-up, an unhandled error) counts as one.
const silent = (ok: boolean, count: number | undefined): number => (ok || (count ?? 0) > 0 ? 0 : 1);
const missing = silent(unit, vitest?.numFailedTests) + silent(journeys, playwright?.stats.unexpected);
for (const failure of [...failedUnits(vitest), ...journeysOf(playwright?.suites ?? [], 'unexpected')]) console.log(`✗ ${failure}\n`);
for (const journey of flaky) console.log(`~ passed when it was run again: ${journey}\n`);
if (tooFlaky > 0) console.log(`More than ${FLAKY_AT_MOST} journeys passed only when they were run again: they count as failed.`);
console.log(`${passed} passed, ${failed + missing} failed`);
if (!unit || !journeys || failed + missing > 0) process.exit(1);
