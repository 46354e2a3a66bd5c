import type { Deps } from './context.ts';

/** Work that nobody asks for. It runs in every process, so it has to be harmless when two run it together. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(deps: Deps): Promise<void>;
}
