import { describe, expect, it } from 'vitest';
import { TASK_STATES } from '../../lib/contract/tasks.ts';
import { toldOf } from './told.ts';

describe('what a task is said to be at', () => {
  it('is its state while it works', () => {
    for (const state of TASK_STATES) expect(toldOf({ state, undoing: false })).toBe(state);
  });

  it('is the undoing while that waits or runs, and when that failed', () => {
    expect(TASK_STATES.map((state) => toldOf({ state, undoing: true }))).toEqual([
      'undoing',
      'undoing',
      'done',
      'undo_failed',
      'cancelled',
      'undone',
    ]);
  });
});
