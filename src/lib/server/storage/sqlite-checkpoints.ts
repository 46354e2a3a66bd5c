import { Worker } from 'node:worker_threads';

/** A group of messages changes some sixty pages: this many commits leave about as much to move as SQLite itself moves at once. */
const COMMITS = 64;

/**
 * Has the write-ahead log of a SQLite file moved into the file by a thread of its own, while the writer goes on: the two writes and the two
 * syncs of a checkpoint took an eighth of the time of batches when the writer made them. The thread begins with the first busy time. Should it
 * fail, the writer's own checkpoints, which are rarer, do all of it.
 */
export class SqliteCheckpoints {
  readonly #path: string;
  #thread: Worker | null = null;
  #commits = 0;
  #underWay = false;
  #closed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Tells of one commit of the writer. */
  committed(): void {
    this.#commits += 1;
    if (this.#commits < COMMITS || this.#underWay || this.#closed) return;
    this.#commits = 0;
    this.#underWay = true;
    this.#thread ??= this.#begin();
    this.#thread.postMessage('checkpoint');
  }

  /** Ends the thread; a checkpoint under way is left as a power cut would leave it, which SQLite goes on from. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread?.terminate();
  }

  #begin(): Worker {
    const thread = new Worker(new URL('./sqlite-checkpointer.ts', import.meta.url), {
      workerData: this.#path,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    });
    thread.on('message', () => {
      this.#underWay = false;
    });
    const gone = () => {
      if (this.#thread === thread) this.#thread = null;
      this.#underWay = false;
    };
    thread.on('error', gone);
    thread.on('exit', gone);
    // It keeps no process alive.
    thread.unref();
    return thread;
  }
}
