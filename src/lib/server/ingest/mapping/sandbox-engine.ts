import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { JSON_MAX_DEPTH } from '../../../constants.ts';
import { isDeeperThan } from '../../kernel/body.ts';
import type { ScriptInput, ScriptResult } from './sandbox.ts';

/** What runs one script on one message, inside the thread that is kept for it. */

const TIME_MS = 50;
const MEMORY_BYTES = 16 * 1_048_576;
const STACK_BYTES = 256 * 1_024;
const MAX_OUTPUT = 262_144;

/** Processor time of this thread: what others use is none of the script's. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export type Engine = Awaited<ReturnType<typeof newEngine>>;
export const newEngine = () => newQuickJSWASMModuleFromVariant(variant);

/** The same message gives the same for ever: there is no clock but the time of receipt, and no chance. */
const PRELUDE = (recvTime: number) => `(() => {
  const Real = Date, now = ${recvTime};
  globalThis.Date = class Date extends Real {
    constructor(...args) { if (args.length) super(...args); else super(now); }
    static now() { return now; }
  };
  Math.random = () => 0;
})();`;

const CALL = ({ bytes, fPort, recvTime }: ScriptInput) => `;JSON.stringify(
  decodeUplink({ bytes: [${bytes.join(',')}], fPort: ${fPort}, recvTime: new Date(${recvTime}) }),
  (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value))`;

export function run(loaded: Engine, code: string, input: ScriptInput): ScriptResult {
  const runtime = loaded.newRuntime();
  try {
    runtime.setMemoryLimit(MEMORY_BYTES);
    runtime.setMaxStackSize(STACK_BYTES);
    const until = usedMs() + TIME_MS;
    let late = false;
    runtime.setInterruptHandler(() => {
      late ||= usedMs() > until;
      return late;
    });
    const context = runtime.newContext({
      intrinsics: {
        BaseObjects: true,
        Date: true,
        Eval: true,
        RegExp: true,
        RegExpCompiler: true,
        JSON: true,
        MapSet: true,
        TypedArrays: true,
        Promise: true,
      },
    });
    try {
      const result = context.evalCode(`${PRELUDE(input.recvTime)}${code}\n${CALL(input)}`, 'decoder.js', { type: 'global' });
      if (result.error) {
        const text = context.getProp(result.error, 'message').consume((message) => context.dump(message) as unknown);
        result.error.dispose();
        return { failure: late || text === 'out of memory' || text === 'interrupted' ? 'script_limit' : 'script_failed' };
      }
      const text = context.typeof(result.value) === 'string' ? context.getString(result.value) : null;
      result.value.dispose();
      return outputOf(text);
    } finally {
      context.dispose();
    }
  } finally {
    runtime.dispose();
  }
}

/** Warnings of a script, as many and as long as somebody reads. */
const MOST_WARNINGS = 20;
const WARNING_MAX_LENGTH = 200;

const textsOf = (given: unknown): string[] =>
  (Array.isArray(given) ? given : []).slice(0, MOST_WARNINGS).flatMap((one: unknown) => {
    if (one === null) return [];
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    return text
      ? [
          text
            .slice(0, WARNING_MAX_LENGTH)
            .replace(/\p{Cc}/gu, ' ')
            .toWellFormed(),
        ]
      : [];
  });

function outputOf(text: string | null): ScriptResult {
  if (text === null) return { failure: 'script_failed' };
  if (text.length > MAX_OUTPUT) return { failure: 'script_limit' };
  if (isDeeperThan(new TextEncoder().encode(text), JSON_MAX_DEPTH)) return { failure: 'script_limit' };
  const output = JSON.parse(text) as { data?: unknown; time?: unknown; errors?: unknown; warnings?: unknown } | null;
  if (typeof output !== 'object' || output === null) return { failure: 'script_failed' };
  const { data, time, errors, warnings } = output;
  if ((Array.isArray(errors) && errors.length > 0) || typeof data !== 'object' || data === null || Array.isArray(data))
    return { failure: 'script_failed' };
  return { failure: null, data: data as Record<string, unknown>, time, warnings: textsOf(warnings) };
}
