/** Counts the answers under way, so that the process can wait for them before it ends. */
export interface Gate {
  /** To be called for every answer, before anything is written. */
  enter(): void;
  /** To be called once when that answer is finished or its connection is closed. */
  leave(): void;
  /** True from the moment the end began: what comes now is refused with 503. */
  readonly stopping: boolean;
  close(): void;
  /** Waits for the answers under way. @returns false when some were still running after `deadlineMs` */
  drained(deadlineMs: number): Promise<boolean>;
}

export function createGate(): Gate {
  // Counted and not kept in a set: a set that lives long holds what was in it until the next large collection, which every answer would wait for.
  let running = 0;
  const { promise: emptied, resolve } = Promise.withResolvers<boolean>();
  let stopping = false;
  const resolveWhenEmpty = () => {
    if (stopping && running === 0) resolve(true);
  };
  return {
    enter() {
      running += 1;
    },
    leave() {
      running -= 1;
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
