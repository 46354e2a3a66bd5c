import type { Task, TaskState } from '../../lib/contract/tasks.ts';

/** What a task is at, or how it ended, as it is told: the same state says other things of work and of its undoing. */
export function toldOf({ state, undoing }: Pick<Task, 'state' | 'undoing'>): TaskState | 'undoing' | 'undo_failed' {
  if (undoing && (state === 'queued' || state === 'running')) return 'undoing';
  return undoing && state === 'failed' ? 'undo_failed' : state;
}
