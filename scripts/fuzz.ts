import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { PARSERS } from './lib/fuzz-parsers.ts';
import { Mutator } from './lib/mutator.ts';

/**
 * Throws mutated messages and random bytes at every parser of what devices send: `npm run fuzz -- --minutes 10 [--parser name] [--seed n]`.
 *
 * Found is: an error that the parser doesn't declare, columns that don't fit together, time that isn't in proportion to an input's size
 * (against ordinary rows of JSON, measured on the same machine), an input that ends the worker for want of memory, and one that doesn't end. What it finds becomes a
 * test beside the parser. Exit: 0 nothing found, 1 something, 2 no such parser.
 */
interface Job {
  names: string[];
  milliseconds: number;
  seed: number;
  /** The input under way, for when the worker dies of it: index of the parser, length, count, then the bytes. */
  shared: SharedArrayBuffer;
}
interface Finding {
  parser: string;
  problem: string;
  input: Uint8Array;
}
interface Tally {
  parser: string;
  inputs: number;
  bytes: number;
  shapes: number;
}

const HEADER = 16;
const MAX_INPUT = 1 << 18;
const MEMORY_MB = 512;
/** How long nothing may move before the input under way counts as endless. */
const STILL_MS = 60_000;
/** An input is slow when a byte of it takes so many times longer than a byte of ordinary rows of JSON takes on this machine. */
const SLOW = 20;
/** What any call may cost, as so many bytes: short inputs are all overhead. */
const OVERHEAD_BYTES = 4_096;

if (isMainThread) process.exitCode = await main();
else work(workerData as Job);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '1' }, parser: { type: 'string' }, seed: { type: 'string' } },
  });
  const names = values.parser === undefined ? Object.keys(PARSERS) : [values.parser];
  const minutes = Number(values.minutes);
  if (names.some((name) => !Object.hasOwn(PARSERS, name)) || !(minutes > 0)) {
    console.error(`--minutes takes a number, --parser one of: ${Object.keys(PARSERS).join(', ')}`);
    return 2;
  }
  const seed = Number(values.seed ?? Date.now() % 2 ** 31);
  const shared = new SharedArrayBuffer(HEADER + MAX_INPUT);
  const job: Job = { names, milliseconds: minutes * 60_000, seed, shared };
  console.log(`${names.length} parsers, ${minutes} minutes, seed ${seed}`);
  const findings: Finding[] = [];
  const worker = new Worker(new URL(import.meta.url), { workerData: job, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
  const head = new Int32Array(shared, 0, 3);
  const underWay = (problem: string): Finding => ({
    parser: names[head[0]!] ?? '?',
    problem,
    input: new Uint8Array(shared, HEADER, head[1]!).slice(),
  });
  await new Promise<void>((done) => {
    let before = -1;
    const watch = setInterval(() => {
      const count = Atomics.load(head, 2);
      if (count === before) {
        findings.push(underWay('does not end'));
        void worker.terminate();
      }
      before = count;
    }, STILL_MS);
    worker.on('message', (message: Finding | Tally[]) => {
      if (!Array.isArray(message)) findings.push(message);
      else
        for (const { parser, inputs, bytes, shapes } of message)
          console.log(`${parser}: ${inputs} inputs, ${(bytes / 1e6).toFixed(1)} MB, ${shapes} kinds of outcome`);
    });
    worker.on('error', (error) => findings.push(underWay(String(error))));
    worker.on('exit', () => {
      clearInterval(watch);
      done();
    });
  });
  for (const { parser, problem, input } of findings) {
    const base64 = Buffer.from(input).toString('base64');
    console.log(
      `FOUND ${parser}: ${problem}\n  ${input.length} bytes, base64 ${base64.length > 4_000 ? `${base64.slice(0, 4_000)}…` : base64}`,
    );
  }
  console.log(findings.length === 0 ? 'nothing found' : `${findings.length} findings`);
  return findings.length === 0 ? 0 : 1;
}

/** Milliseconds for a byte of ordinary rows. */
function yardstick(): number {
  const rows = Buffer.from(
    JSON.stringify(Array.from({ length: 2_000 }, (_, i) => ({ ts: 1_700_000_000_000 + i, values: { temperature: i / 10, humidity: 50 } }))),
  );
  let fastest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 30; i++) {
    const start = performance.now();
    PARSERS.json!.run(rows);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest / rows.length;
}

function work({ names, milliseconds, seed, shared }: Job): void {
  const head = new Int32Array(shared, 0, 3);
  const bytes = new Uint8Array(shared, HEADER);
  const share = milliseconds / names.length;
  const tallies: Tally[] = [];
  names.forEach((name, index) => {
    const parser = PARSERS[name]!;
    const mutator = new Mutator(seed + index, parser.seeds, MAX_INPUT);
    const shapes = new Set<string>();
    const usual = yardstick();
    const tally: Tally = { parser: name, inputs: 0, bytes: 0, shapes: 0 };
    const found = new Set<string>();
    const report = (problem: string, input: Uint8Array) => {
      const kind = problem.replace(/\d+/g, 'N');
      if (found.size < 20 && !found.has(kind)) parentPort?.postMessage({ parser: name, problem, input } satisfies Finding);
      found.add(kind);
    };
    const timed = (input: Uint8Array): { ms: number; shape: string } => {
      const start = performance.now();
      const shape = parser.run(input);
      return { ms: performance.now() - start, shape };
    };
    /** Milliseconds that the thread itself works. */
    const worked = (input: Uint8Array): number => {
      const before = process.threadCpuUsage();
      parser.run(input);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    };
    for (const end = performance.now() + share; performance.now() < end; ) {
      const input = mutator.next();
      bytes.set(input);
      head[0] = index;
      head[1] = input.length;
      Atomics.add(head, 2, 1);
      tally.inputs++;
      tally.bytes += input.length;
      try {
        const { ms, shape } = timed(input);
        if (!shapes.has(shape)) {
          shapes.add(shape);
          mutator.keep(input);
        }
        // Others use the machine too: only what each time works for so long is slow.
        let fastest = ms;
        const allowed = SLOW * (parser.dense ?? 1) * usual * (input.length + OVERHEAD_BYTES);
        for (let again = 0; again < 5 && fastest > allowed; again++) fastest = Math.min(fastest, worked(input));
        if (fastest > allowed) report(`takes ${Math.round((SLOW * fastest) / allowed)} times longer than rows of JSON of its size`, input);
      } catch (error) {
        report(error instanceof Error ? `${error.name}: ${error.message} ${error.stack?.split('\n')[1]?.trim()}` : String(error), input);
      }
    }
    tally.shapes = shapes.size;
    tallies.push(tally);
  });
  parentPort?.postMessage(tallies);
}
