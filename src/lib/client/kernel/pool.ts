/** Runs work in the order of asking, at most `limit` at a time. */
export function createPool(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = () => {
    running--;
    waiting.shift()?.();
  };
  return async (work) => {
    if (running >= limit) await new Promise<void>((go) => waiting.push(go));
    running++;
    try {
      return await work();
    } finally {
      next();
    }
  };
}
