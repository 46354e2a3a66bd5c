import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ACCESS_COOKIE } from '../src/lib/server/kernel/authenticate.ts';
import { median, type Plant, processorMs, startPlant } from './plant.ts';

/**
 * `npm run bench:pages [-- <folder> [turns [name]]]`: processor time of signed-in pages and lists of the API, those of another checkout, built, in turns with these when its folder
 * is given; with a name only of those whose name has it. Linux only: the time is that of the whole process as /proc tells it.
 */

/** A server that has been up for a while is measured: until so many answers, compilers take a third of it. */
const WARM_UP = { page: 600, list: 1_500 };
const ROUND = 40;
/** What Chromium sends. */
const ENCODINGS = 'gzip, deflate, br, zstd';

interface Side extends Plant {
  agent: Agent;
}
interface Taken {
  ms: number;
  bytes: number;
  packed: number;
}

const [other, turns = '9', only = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'taktlog-pages-'));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`);
  const ours = await started('ours', process.cwd());
  const before = other === undefined ? null : await started('before', other);
  const sides = before ? [before, ours] : [ours];
  const names: string[] = [];
  for (const name of Object.keys(ours.asked).filter((one) => one.includes(only))) {
    if ((await Promise.all(sides.map((one) => ask(one, name)))).every(({ status }) => status === 200)) names.push(name);
    else console.log(`${name} isn't known to both`);
  }
  for (const name of names) for (const one of sides) await round(one, name, name.startsWith('/') ? WARM_UP.page : WARM_UP.list);
  const taken = new Map(names.map((name) => [name, sides.map((): Taken[] => [])]));
  for (let turn = 0; turn < Number(turns); turn += 1) {
    for (const name of names)
      for (const [at, one] of turn % 2 ? [...sides.entries()].reverse() : [...sides.entries()])
        taken.get(name)![at]!.push(await round(one, name, ROUND));
  }
  console.log('| | Before, ms | Now, ms | Ratio | HTML | Packed |\n|---|---:|---:|---:|---:|---:|');
  const ratios: number[] = [];
  for (const [name, [first, second]] of taken) {
    const now = second ?? first!;
    const was = second ? first! : null;
    const ms = median(now.map((one) => one.ms));
    const ratio = was && median(was.map((one, turn) => one.ms / now[turn]!.ms));
    if (ratio !== null && name.startsWith('/')) ratios.push(ratio);
    const change = (of: 'bytes' | 'packed') =>
      was ? `${was[0]![of]} → ${now[0]![of]} (${Math.round((now[0]![of] / was[0]![of] - 1) * 100)} %)` : String(now[0]![of]);
    console.log(
      `| ${name} | ${was ? median(was.map((one) => one.ms)).toFixed(2) : '–'} | ${ms.toFixed(2)} | ${ratio === null ? '–' : `×${ratio.toFixed(2)}`} | ${change('bytes')} | ${change('packed')} |`,
    );
  }
  if (ratios.length > 0) console.log(`\nPages, the middle: ×${median(ratios).toFixed(2)}; the least: ×${Math.min(...ratios).toFixed(2)}`);
} finally {
  for (const close of closing.reverse()) await close();
}

async function started(name: string, cwd: string): Promise<Side> {
  const plant = await startPlant(join(folder, name), cwd);
  closing.push(() => plant.kill());
  return { ...plant, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
}

interface Answer {
  status: number | undefined;
  encoding: string | undefined;
  body: Buffer;
}

async function ask({ url, organization, agent, asked }: Side, name: string): Promise<Answer> {
  const path = asked[name]!;
  const token = organization.token();
  const who = path.startsWith('/v1/')
    ? { Authorization: `Bearer ${token}` }
    : { Cookie: `${ACCESS_COOKIE}=${encodeURIComponent(`Bearer ${token}`)}` };
  const request = get(url + path, { agent, headers: { ...who, 'Accept-Encoding': ENCODINGS } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, encoding: answer.headers['content-encoding'], body: Buffer.concat(chunks) };
}

/** What one page, or one list, takes the processor of the server. */
async function round(side: Side, name: string, times: number): Promise<Taken> {
  const before = processorMs(side.pid);
  let last: Answer | undefined;
  for (let n = 0; n < times; n += 1) {
    last = await ask(side, name);
    if (last.status !== 200) throw new Error(`${name} was answered ${last.status}`);
  }
  const ms = (processorMs(side.pid) - before) / times;
  return { ms, bytes: unpack(last!).length, packed: last!.body.length };
}

function unpack({ body, encoding }: Answer): Buffer {
  if (encoding === 'zstd') return zstdDecompressSync(body);
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}
