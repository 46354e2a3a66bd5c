import { describe, expect, it } from 'vitest';
import { askAgain, late } from './late.ts';

/** An import whose answers the test gives. */
function script() {
  const asked: PromiseWithResolvers<string>[] = [];
  const part = late(() => {
    const asking = Promise.withResolvers<string>();
    asked.push(asking);
    return asking.promise;
  });
  return { asked, part };
}
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

describe('a part whose script comes late', () => {
  it('is asked for once, however many want it, and is there from then on', async () => {
    const { asked, part } = script();
    expect(part.now()).toBeNull();
    part.preload();
    const [one, two] = [part.load(), part.load()];
    asked[0]?.resolve('menu');
    expect(await Promise.all([one, two])).toEqual(['menu', 'menu']);
    expect(part.now()).toBe('menu');
    expect(asked).toHaveLength(1);
  });

  it('that could not be had early says nothing, and is asked for again when it is needed', async () => {
    const { asked, part } = script();
    part.preload();
    asked[0]?.reject(new Error('gone'));
    await flushPromises();
    const needed = part.load();
    expect(asked).toHaveLength(2);
    asked[1]?.resolve('menu');
    expect(await needed).toBe('menu');
  });

  it('rejects for everybody who needs it with the error of the import itself', async () => {
    const { asked, part } = script();
    const gone = new Error('gone');
    part.preload();
    const needed = part.load();
    asked[0]?.reject(gone);
    await expect(needed).rejects.toBe(gone);
    expect(part.now()).toBeNull();
  });

  it('fails a render that waits for it until somebody asks again, not by asking for ever', async () => {
    const { asked, part } = script();
    const waited = part.last();
    asked[0]?.reject(new Error('gone'));
    await expect(waited).rejects.toThrow('gone');
    expect(part.last()).toBe(waited);
    expect(asked).toHaveLength(1);
    askAgain();
    const again = part.last();
    asked[1]?.resolve('menu');
    expect(await again).toBe('menu');
  });
});
