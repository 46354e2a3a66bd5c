import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Config } from '../../src/lib/server/kernel/config.ts';

export interface TaskLoop {
  location: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>;
  /** How far its clock is ahead, microseconds: leases of those killed before have run out by it. */
  ahead: number;
  /** Messages of one slice. */
  slice: number;
}

/** Runs the loop and, unless `enough` is null, kills it as soon as it began so many slices; how many it began. */
export async function runTaskLoop(loop: TaskLoop, enough: number | null): Promise<{ begun: number; signal: string | null }> {
  const child = spawn(process.execPath, ['scripts/task-loop.ts', JSON.stringify(loop)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let begun = 0;
  for await (const _ of createInterface(child.stdout)) if (++begun === enough) child.kill('SIGKILL');
  const [, signal] = await ended;
  return { begun, signal: signal as string | null };
}
