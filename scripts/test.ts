import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

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
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}
const read = <T>(file: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
};
const vitest = read<VitestReport>('reports/vitest.json');
const playwright = read<PlaywrightReport>('reports/playwright.json');
const passed = (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0);
const failed = (vitest?.numFailedTests ?? 0) + (playwright ? playwright.stats.unexpected + playwright.stats.flaky : 0);
// A runner that failed without naming a test (a broken set-up, an unhandled error) counts as one.
const silent = (ok: boolean, count: number | undefined): number => (ok || (count ?? 0) > 0 ? 0 : 1);
const missing = silent(unit, vitest?.numFailedTests) + silent(journeys, playwright?.stats.unexpected);
console.log(`${passed} passed, ${failed + missing} failed`);
if (!unit || !journeys || failed + missing > 0) process.exit(1);
