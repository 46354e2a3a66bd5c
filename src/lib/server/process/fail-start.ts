import process from 'node:process';
import type { Logger } from 'pino';
import type { Config } from '../kernel/config.ts';
import { startCode, startProblems } from '../kernel/start-problem.ts';

/** Ends a program that could not start: what is wrong in plain sentences; the stack is for the log at debug level. */
export function failStart(error: unknown, config?: Config, log?: Logger): never {
  log?.debug({ err: error }, 'did not start');
  for (const problem of startProblems(error, config)) process.stderr.write(`${problem}\n`);
  process.exit(startCode(error));
}
