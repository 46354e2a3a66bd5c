import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPress, type Pointer, SLOP_PX } from './press.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A button, and what it did. */
function buttonOf({ canHold = true, canTap = true } = {}) {
  const did: string[] = [];
  const press = createPress(() => ({
    holdMs: 800,
    shown: (down) => did.push(down ? 'down' : 'up'),
    ...(canTap ? { onTap: (mono) => did.push(`tap ${mono}`) } : {}),
    ...(canHold ? { onHold: (mono) => did.push(`hold ${mono}`) } : {}),
  }));
  return { press, did };
}
const at = (timeStamp: number, more: Partial<Pointer> = {}): Pointer => ({
  pointerId: 1,
  button: 0,
  clientX: 100,
  clientY: 100,
  timeStamp,
  ...more,
});

test('a touch shows at once and counts from its first moment', () => {
  const { press, did } = buttonOf();
  press.down(at(1_000));
  expect(did).toEqual(['down']);
  press.move(at(1_080, { clientY: 100 + SLOP_PX }));
  press.up(at(1_120, { clientY: 100 + SLOP_PX }));
  expect(did).toEqual(['down', 'up', 'tap 1000']);
});

test('a swipe that begins on a button does nothing, whether the browser scrolls or not', () => {
  for (const swipe of ['move', 'cancel'] as const) {
    const { press, did } = buttonOf();
    press.down(at(1_000));
    press[swipe](at(1_050, { clientY: 100 - SLOP_PX - 1 }));
    press.up(at(1_200, { clientY: 100 }));
    vi.advanceTimersByTime(2_000);
    expect(did).toEqual(['down', 'up']);
  }
});

test('what is held counts from the touch as well, and letting go says nothing more', () => {
  const { press, did } = buttonOf();
  press.down(at(1_000));
  vi.advanceTimersByTime(799);
  expect(did).toEqual(['down']);
  vi.advanceTimersByTime(1);
  press.up(at(1_900));
  expect(did).toEqual(['down', 'up', 'hold 1000']);
});

test('what can only be tapped waits for the finger, however long it rests', () => {
  const { press, did } = buttonOf({ canHold: false });
  press.down(at(1_000));
  vi.advanceTimersByTime(5_000);
  press.up(at(6_000));
  expect(did).toEqual(['down', 'up', 'tap 1000']);
});

test('a second finger on the same button, the other buttons of a mouse and other pointers change nothing', () => {
  const { press, did } = buttonOf({ canHold: false });
  press.down(at(900, { button: 2 }));
  press.down(at(1_000));
  press.down(at(1_050, { pointerId: 2 }));
  press.up(at(1_060, { pointerId: 2 }));
  press.move(at(1_070, { pointerId: 2, clientX: 500 }));
  press.cancel(at(1_080, { pointerId: 3 }));
  press.up(at(1_100));
  press.up(at(1_110));
  expect(did).toEqual(['down', 'up', 'tap 1000']);
});
