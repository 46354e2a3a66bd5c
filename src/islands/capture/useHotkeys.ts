import { useLayoutEffect } from 'react';
import type { Capture } from '../../lib/client/capture/capture.store.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { touch } from './touch.ts';
import { facesOf } from './words.ts';

const TYPING = 'input, textarea, select, dialog';

/** Keys of the panel's buttons, and Ctrl+Z. A key that is held counts once; stop wants its button. */
export function useHotkeys({
  panel,
  capture,
  onNote,
  onRate,
}: {
  panel: Panel;
  capture: Capture;
  onNote: () => void;
  onRate: () => boolean;
}): void {
  // Before the panel is painted: whoever sees it may press.
  useLayoutEffect(() => {
    const faces = facesOf(panel);
    const byKey = new Map(
      panel.definition.buttons.flatMap((button) => (button.hotkey ? [[button.hotkey.toLowerCase(), button] as const] : [])),
    );
    const pressed = (event: KeyboardEvent) => {
      if (event.repeat || event.altKey || (event.target instanceof Element && event.target.closest(TYPING))) return;
      if (event.ctrlKey || event.metaKey) {
        if (event.key.toLowerCase() !== 'z') return;
        event.preventDefault();
        if (event.shiftKey) capture.redo();
        else capture.undo();
        return;
      }
      const button = byKey.get(event.key.toLowerCase());
      if (!button || button.kind === 'stop') return;
      event.preventDefault();
      const lane = button.lane ?? panel.definition.lanes[0]!.id;
      touch({ button, face: faces.get(button.activity_id ?? ''), lane, capture, mono: event.timeStamp, onNote, onRate });
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [panel, capture, onNote, onRate]);
}
