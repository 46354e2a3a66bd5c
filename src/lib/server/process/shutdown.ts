import type { ServerResponse } from 'node:http';

/** Counts the answers under way, so that the process can wait for them before it ends. */
export interface Gate {
  /** To be called with every answer, before anything is written. */
  enter(res: ServerResponse): void;
  /** To be called when the answer is finished or its connection is closed. */
  leave(res: ServerResponse): void;
  /** True from the moment the end began: what comes now is refused with 503. */
  readonly stopping: boolean;
  close(): void;
  /** Waits for the answers under way. @returns false when some were still running after `deadlineMs` */
  drained(deadlineMs: number): Promise<boolean>;
}

export function createGate(): Gate {
  const running = new Set<ServerResponse>();
  const { promise: emptied, resolve } = Promise.withResolvers<boolean>();
  let stopping = false;
  const resolveWhenEmpty = () => {
    if (stopping && running.size === 0) resolve(true);
  };
  return {
    enter(res) {
      running.add(res);
    },
    leave(res) {
      running.delete(res);
      resolveWhenEmpty();
    },
    get stopping() {
      return stopping;
    },
    close() {
      stopping = true;
      resolveWhenEmpty();
    },
    async drained(deadlineMs) {
      const deadline = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => deadline.resolve(false), deadlineMs);
      const done = await Promise.race([emptied, deadline.promise]);
      clearTimeout(timer);
      return done;
    },
  };
}
