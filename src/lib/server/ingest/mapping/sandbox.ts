import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

/**
 * Decoders that people write, in an engine of their own (QuickJS in WebAssembly), in a thread of their own: nothing of the host is reachable,
 * each message gets a new engine, so that none can leave anything behind for the next, and a thread that doesn't come back is ended. The
 * engine stops most of what takes too long by itself; a few of its built-in functions never look at the time.
 */

/** Until a thread that doesn't answer is given up, milliseconds; what it may use itself is less, but others may have the processor. */
const GIVE_UP_MS = 1_000;
/** Until a new thread must be there: it loads the engine. */
const START_MS = 10_000;
const REST_MS = 60_000;
/** A longer message is something else than a frame. */
const SCRIPT_MAX_INPUT = 65_536;

export interface ScriptInput {
  bytes: Uint8Array;
  fPort: number;
  /** Milliseconds. */
  recvTime: number;
}
export type ScriptResult =
  /** What it gave as `data`, its own time where it gave one, and what it warned of. */
  { failure: null; data: Record<string, unknown>; time: unknown; warnings: string[] } | { failure: 'script_failed' | 'script_limit' };
export type Script = (input: ScriptInput) => ScriptResult;

/** What the thread is begun with; `signal` counts its answers. */
export interface SandboxData {
  signal: Int32Array;
  port: MessagePort;
}

interface Thread extends SandboxData {
  worker: Worker;
  /** Answers that were waited for. */
  answers: number;
}

let thread: Thread | null = null;

function begin(): Thread {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./sandbox-thread.ts', import.meta.url), {
    workerData: { signal, port: port2 } satisfies SandboxData,
    transferList: [port2],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const begun = { worker, signal, port: port1, answers: 0 };
  worker.on('error', () => end(begun));
  worker.on('exit', () => end(begun));
  // It keeps no process alive.
  worker.unref();
  port1.unref();
  return begun;
}

function end(ended: Thread): void {
  if (thread === ended) thread = null;
  void ended.worker.terminate();
}

/** Waits until the thread has said one thing more; false when it doesn't in time. */
function waitFor(one: Thread, ms: number): boolean {
  const wanted = one.answers + 1;
  const until = performance.now() + ms;
  for (;;) {
    const said = Atomics.load(one.signal, 0);
    if (said >= wanted) break;
    const left = until - performance.now();
    if (left <= 0) return false;
    Atomics.wait(one.signal, 0, said, left);
  }
  one.answers = wanted;
  return true;
}

/** A script ready to run on one message after another. It never throws, and takes at most a second of whoever calls it. */
export function scriptOf(code: string): Script {
  // A script that cost a thread rests, so that a logger which sends often doesn't take the time of all others.
  let restsUntil = 0;
  return (input) => {
    if (input.bytes.length > SCRIPT_MAX_INPUT || performance.now() < restsUntil) return { failure: 'script_limit' };
    if (!thread) {
      thread = begin();
      if (!waitFor(thread, START_MS)) {
        end(thread);
        return { failure: 'script_limit' };
      }
    }
    const one = thread;
    one.port.postMessage({ code, input });
    const answer = waitFor(one, GIVE_UP_MS) ? receiveMessageOnPort(one.port) : undefined;
    if (answer) return answer.message as ScriptResult;
    end(one);
    restsUntil = performance.now() + REST_MS;
    return { failure: 'script_limit' };
  };
}
