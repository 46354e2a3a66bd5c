import { parentPort, workerData } from 'node:worker_threads';
import type { SandboxData, ScriptInput, ScriptResult } from './sandbox.ts';
import { newEngine, run } from './sandbox-engine.ts';

/** The thread of the sandbox: runs what it is sent, one at a time, and wakes who waits for it. */
const { signal, port } = workerData as SandboxData;
const engine = await newEngine();
// The first run compiles the engine; that isn't to be paid by a message.
run(engine, 'function decodeUplink() { return { data: { x: 1 } } }', { bytes: new Uint8Array(1), fPort: 0, recvTime: 0 });

function wake(): void {
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

port.on('message', ({ code, input }: { code: string; input: ScriptInput }) => {
  let result: ScriptResult;
  try {
    result = run(engine, code, input);
  } catch {
    // The engine itself gave up: this thread is of no more use.
    result = { failure: 'script_limit' };
    port.postMessage(result);
    wake();
    process.exit(1);
  }
  port.postMessage(result);
  wake();
});
parentPort?.unref();
wake();
