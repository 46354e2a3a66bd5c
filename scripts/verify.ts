import { spawn } from 'node:child_process';

/** `npm run verify`: every check that needs neither a database nor a browser. All run, then the failed ones are named. */

const CHECKS: [name: string, command: string, args: string[]][] = [
  ['format and lint', 'biome', ['check', '.']],
  ['types', 'astro', ['check', '--minimumFailingSeverity', 'error']],
  ['dead code', 'knip', ['--no-progress']],
  ['locales', 'node', ['scripts/check-locales.ts']],
  ['routes', 'node', ['scripts/check-routes.ts']],
  ['boundaries', 'depcruise', ['src', '--config', 'dependency-cruiser.config.mjs']],
  ['structure', 'node', ['scripts/check-structure.ts']],
  ['behaviour', 'node', ['scripts/check-behaviour.ts']],
  ['rights', 'node', ['scripts/rights.ts', '--check']],
];

function run(command: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { shell: process.platform === 'win32', env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const failed: string[] = [];
const results = await Promise.all(CHECKS.map(async ([name, command, args]) => ({ name, ...(await run(command, args)) })));
for (const { name, code, output } of results) {
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (code !== 0) {
    failed.push(name);
    console.log(output.trimEnd());
  }
}
if (failed.length > 0) {
  console.error(`verify: ${failed.join(', ')} failed`);
  process.exit(1);
}
