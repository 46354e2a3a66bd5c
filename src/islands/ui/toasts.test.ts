import { afterEach, describe, expect, it } from 'vitest';
import { $toasts, dismissToast, holdToasts, standingToast, toast } from './toasts.ts';

const texts = () => $toasts.get().map((one) => one.text);
afterEach(() => {
  for (const { id } of $toasts.get()) dismissToast(id);
});

describe('toasts', () => {
  it('stand in the order in which they came, at most four at a time', () => {
    for (const text of ['1', '2', '3', '4', '5']) toast({ text, timeout: null });
    expect(texts()).toEqual(['2', '3', '4', '5']);
  });

  it('leave when they are closed, and no other with them', () => {
    const first = toast({ text: 'moved', timeout: null });
    toast({ text: 'saved', timeout: null });
    dismissToast(first);
    dismissToast(first);
    expect(texts()).toEqual(['saved']);
  });

  it('leave by themselves when they only bring news, while an alarm waits to be closed', async () => {
    toast({ text: 'saved', timeout: 1 });
    toast({ kind: 'alarm', text: 'not saved' });
    await expect.poll(texts).toEqual(['not saved']);
  });
  it('that stand as long as what they offer is possible leave when that is over, even while somebody reads', () => {
    const over = standingToast({ text: 'being revoked', action: { text: 'Keep', run: () => undefined } });
    toast({ text: 'saved', timeout: null });
    holdToasts();
    over();
    over();
    expect(texts()).toEqual(['saved']);
  });
});
