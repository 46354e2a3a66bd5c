import { describe, expect, it } from 'vitest';
import { SLOP_PX } from './press.ts';
import { createSwipe, SWIPE_PX } from './swipe.ts';

function tried(pointerType = 'touch') {
  const turns: number[] = [];
  const swipe = createSwipe((by) => turns.push(by));
  const at = (clientX: number, clientY = 0, pointerId = 1) => ({ pointerId, pointerType, clientX, clientY });
  return { turns, swipe, at };
}

describe('a finger over the buttons', () => {
  it('turns the page once, on to the left and back to the right, before it is let go', () => {
    const { turns, swipe, at } = tried();
    swipe.down(at(300));
    for (let x = 299; x > 0; x--) swipe.move(at(x));
    expect(turns).toEqual([1]);
    swipe.end(at(0));
    swipe.down(at(0));
    swipe.move(at(SWIPE_PX));
    expect(turns).toEqual([1, -1]);
  });

  it('turns nothing while it may still be a tap, scrolls, or was taken away', () => {
    const { turns, swipe, at } = tried();
    swipe.down(at(300));
    swipe.move(at(300 - SLOP_PX));
    swipe.move(at(300 - SWIPE_PX + 1));
    swipe.move(at(300 - SWIPE_PX, SWIPE_PX));
    swipe.end(at(0));
    swipe.move(at(0));
    expect(turns).toEqual([]);
    expect(SWIPE_PX).toBeGreaterThan(2 * SLOP_PX);
  });

  it('is the one that came down first; a mouse swipes nothing', () => {
    const { turns, swipe, at } = tried();
    swipe.down(at(300));
    swipe.down(at(200, 0, 2));
    swipe.move(at(100, 0, 2));
    swipe.end(at(100, 0, 2));
    expect(turns).toEqual([]);
    swipe.move(at(200));
    expect(turns).toEqual([1]);
    const mouse = tried('mouse');
    mouse.swipe.down(mouse.at(300));
    mouse.swipe.move(mouse.at(0));
    expect(mouse.turns).toEqual([]);
  });
});
