/**
 * Runs before every npm script: installs what package-lock.json says when that isn't there, and with the argument `build` builds the site
 * when its sources have changed. Node's own modules only, and nothing newer than Node 18: a fresh clone has no other.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...parts) => join(root, ...parts);
const windows = process.platform === 'win32';
/** What the built site is made of. */
const SOURCES = [
  'src',
  'locales',
  'public',
  'scripts/astro',
  'scripts/precompress.mjs',
  'astro.config.mjs',
  'astro-i18next.config.cjs',
  'tailwind.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

function fail(...lines) {
  for (const line of lines) console.error(line);
  process.exit(1);
}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

function installWhenNeeded() {
  const lock = inRoot('package-lock.json');
  const wanted = createHash('sha256').update(read(lock)).digest('hex');
  const stamp = inRoot('node_modules', '.prepared');
  if (read(stamp) === wanted) return;
  const installed = inRoot('node_modules', '.package-lock.json');
  // Somebody installed by hand, after the lock was last written.
  const current = existsSync(installed) && existsSync(lock) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs;
  if (!current) {
    // On Windows a running program can't be deleted, and the Node that runs this one may lie in node_modules: `npm ci` would remove it.
    const clean = existsSync(lock) && !(windows && existsSync(inRoot('node_modules')));
    console.error('Installing packages …');
    npm([clean ? 'ci' : 'install', '--include=dev']);
  }
  checkNode();
  writeFileSync(stamp, wanted);
}

function npm(args) {
  const script = process.env.npm_execpath;
  const result = script?.endsWith('.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: windows });
  if (result.status !== 0) fail(`npm ${args.join(' ')} failed${result.error ? `: ${result.error.message}` : ''}.`);
}

/** The Node of the `node` package; its binary is fetched by an install script, which npm may have been told not to run. */
function pinnedNode() {
  return inRoot('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
}

function runs(program) {
  const result = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : null;
}

function checkNode() {
  const { version } = JSON.parse(read(inRoot('node_modules', 'node', 'package.json')) || '{}');
  if (runs(pinnedNode()) === `v${version}`) return;
  console.error(`Fetching Node ${version} …`);
  npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']);
  if (runs(pinnedNode()) === `v${version}`) return;
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  fail(
    `Node ${version} is missing in node_modules: the install script of the package "node" did not run on ${process.platform}-${process.arch}.`,
    'Either let it run (npm rebuild node --ignore-scripts=false), or install Node 24 or newer from https://nodejs.org and try again.',
  );
}

/** Paths of all files under the sources, in a fixed order. */
function sourceFiles() {
  const files = [];
  const walk = (path) => {
    if (!existsSync(inRoot(path))) return;
    if (statSync(inRoot(path)).isFile()) files.push(path);
    else for (const name of readdirSync(inRoot(path)).sort()) walk(`${path}/${name}`);
  };
  for (const source of SOURCES) walk(source);
  return files.filter((path) => !/\.test\.\w+$/.test(path));
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const path of files)
    hash.update(`${path}\0`).update(
      createHash('sha256')
        .update(readFileSync(inRoot(path)))
        .digest(),
    );
  return hash.digest('hex');
}

/** Seconds since the epoch that the build bears: the commit's time, without git that of the newest source. */
function sourceTime(files) {
  const git = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  const commit = git.status === 0 ? git.stdout.trim() : '';
  return commit || String(Math.floor(Math.max(...files.map((path) => statSync(inRoot(path)).mtimeMs)) / 1000));
}

function buildWhenNeeded() {
  const files = sourceFiles();
  const hash = hashOf(files);
  const buildId = process.env.BUILD_ID || hash.slice(0, 12);
  const dist = resolve(root, process.env.OUT_DIR || 'dist');
  const stamp = join(dist, '.built');
  const wanted = `${hash} ${buildId}`;
  if (read(stamp) === wanted) return;
  console.error('Building the site …');
  const env = {
    ...process.env,
    BUILD_ID: buildId,
    SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH || sourceTime(files),
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
  };
  const node = runs(pinnedNode()) ? pinnedNode() : process.execPath;
  for (const args of [
    [inRoot('node_modules', 'astro', 'bin', 'astro.mjs'), 'build'],
    [inRoot('scripts', 'precompress.mjs'), dist],
  ]) {
    const result = spawnSync(node, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    if (result.status !== 0) fail(result.stdout, result.stderr, 'The build failed.');
  }
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, wanted);
}

installWhenNeeded();
if (process.argv.includes('build')) buildWhenNeeded();
