import { describe, expect, it } from 'vitest';
import { createPasses } from './passes.ts';

/** Passes that end when the test says so. */
function begun() {
  const waits: number[] = [];
  const ends: { resolve(): void; reject(why: Error): void }[] = [];
  const passes = createPasses({
    timers: {
      setTimeout: (_, ms) => {
        waits.push(ms);
        return 0;
      },
      clearTimeout: () => undefined,
    },
    random: () => 1,
    pass: () => new Promise((resolve, reject) => ends.push({ resolve, reject })),
  });
  return { passes, waits, ends };
}
const gone = new Error('no network');

describe('passes of a tablet', () => {
  it('are never two at once: whoever asks during one has the next soon', async () => {
    const { passes, waits, ends } = begun();
    const both = [passes.run(), passes.run()];
    expect(ends).toHaveLength(1);
    ends[0]!.resolve();
    await Promise.all(both);
    expect(waits).toEqual([400]);
  });

  it('wait longer after each that failed, at most half a minute, and soon again after one that did not', async () => {
    const { passes, waits, ends } = begun();
    for (let at = 0; at < 6; at++) {
      const pass = passes.run();
      ends[at]!.reject(gone);
      await pass;
      // What is new meanwhile waits for the line as well.
      passes.ask();
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    const pass = passes.run();
    ends[6]!.resolve();
    await pass;
    passes.ask();
    expect(waits.at(-1)).toBe(400);
  });

  it('go on soon when somebody asked for one while another failed: the network may be back', async () => {
    const { passes, waits, ends } = begun();
    const both = [passes.run(), passes.run()];
    ends[0]!.reject(gone);
    await Promise.all(both);
    expect(waits).toEqual([2_000, 400]);
  });

  it('end for good', async () => {
    const { passes, ends } = begun();
    passes.stop();
    await passes.run();
    expect(ends).toHaveLength(0);
  });
});
