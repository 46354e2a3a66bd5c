import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { freePort, startServerProcess } from '../scripts/lib/server-process.ts';
import { ACCESS_COOKIE } from '../src/lib/server/kernel/authenticate.ts';
import type { Figure } from './report.ts';

const LOGGERS = 50;
const TURNS = 9;
const PAGES = 60;
/** Of the times in /proc, milliseconds. */
const TICK_MS = 10;

interface Side {
  pid: number;
  url: string;
  headers: Record<string, string>;
}

/** Processor time of the list of fifty loggers, rendered for a signed-in person, against that of an empty page of the same framework. */
export async function pageFigures(): Promise<Figure[]> {
  if (process.platform !== 'linux') return [];
  const folder = mkdtempSync(join(tmpdir(), 'taktlog-page-'));
  const closing: (() => unknown)[] = [];
  try {
    const server = await startServerProcess({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' });
    closing.push(() => server.kill());
    const organization = await firstOrganization(server);
    for (let n = 0; n < LOGGERS; n += 1) await organization.datalogger(`Logger ${n}`);
    const headers = { Cookie: `${ACCESS_COOKIE}=${encodeURIComponent(`Bearer ${organization.token()}`)}` };
    const ours: Side = { pid: server.child.pid ?? 0, url: `${server.url}/dlog/dataloggers`, headers };
    const empty = await emptyPage(join(folder, 'empty'), (close) => closing.push(close));
    const pairs: { ours: number; raw: number }[] = [];
    await round(ours);
    await round(empty);
    for (let turn = 0; turn < TURNS; turn += 1) pairs.push({ ours: await round(ours), raw: await round(empty) });
    const { ours: page, raw } = pairs.toSorted((a, b) => a.raw / a.ours - b.raw / b.ours)[Math.floor(TURNS / 2)]!;
    const name = `Processor time of a signed-in page with ${LOGGERS} loggers against an empty page of the framework`;
    return [{ name, unit: 'ms', ours: page, raw, ratio: raw / page, budget: null }];
  } finally {
    for (const close of closing.reverse()) await close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A site of one page that says nothing, built and served by the framework and its adapter alone. */
async function emptyPage(root: string, whenDone: (close: () => unknown) => void): Promise<Side> {
  mkdirSync(join(root, 'src', 'pages'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(root, 'astro.config.mjs'),
    `import node from '@astrojs/node';\nexport default { output: 'server', adapter: node({ mode: 'standalone' }) };\n`,
  );
  writeFileSync(join(root, 'src', 'pages', 'index.astro'), '<!doctype html><html lang="en"><title>Empty</title></html>\n');
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  const built = spawnSync(process.execPath, [resolve('node_modules/astro/bin/astro.mjs'), 'build', '--root', root], {
    env,
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`the empty page was not built:\n${built.stdout}${built.stderr}`);
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'dist', 'server', 'entry.mjs')], {
    env: { ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'ignore',
  });
  whenDone(() => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}/`;
  for (let n = 0; n < 200; n += 1) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { pid: child.pid ?? 0, url, headers: {} };
    await pause(50);
  }
  throw new Error('the empty page was not served');
}

/** Milliseconds of the processor that a page takes the server. */
async function round({ pid, url, headers }: Side): Promise<number> {
  const before = processorMs(pid);
  for (let n = 0; n < PAGES; n += 1) {
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200 || answer.redirected) throw new Error(`${url} was answered ${answer.status} at ${answer.url}`);
  }
  return (processorMs(pid) - before) / PAGES;
}

function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
