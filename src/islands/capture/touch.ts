import type { Capture } from '../../lib/client/capture/capture.store.ts';
import type { Button, Panel } from '../../lib/contract/screens.ts';

/** What touching a button does; false when nothing had to happen. Stop is held, so it isn't here. */
export function touch({
  button,
  face,
  lane,
  capture,
  mono,
  onNote,
  onRate,
}: {
  button: Button;
  face: Panel['activities'][number] | undefined;
  lane: string;
  capture: Capture;
  /** Milliseconds of the monotonic clock at the touch. */
  mono: number;
  onNote(): void;
  /** Says whether there is something to rate. */
  onRate(): boolean;
}): boolean {
  switch (button.kind) {
    case 'activity':
      if (!face) return false;
      return face.kind === 'state'
        ? capture.begin(lane, face.id, { mono, interrupts: button.interrupts })
        : capture.point(face.id, lane, { mono });
    case 'plus':
    case 'minus':
      if (face) capture.count(face.id, button.kind === 'plus' ? 1 : -1, { mono });
      return face !== undefined;
    case 'pause':
      return capture.pause(lane, { mono });
    case 'cycle':
      return capture.cycle(lane, { mono });
    case 'undo':
      return capture.undo();
    case 'redo':
      return capture.redo();
    case 'note':
      onNote();
      return true;
    case 'rating':
      return onRate();
    default:
      return false;
  }
}
