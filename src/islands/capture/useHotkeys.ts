import { useLayoutEffect } from 'react';
import type { Capture } from '../../lib/client/capture/capture.store.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { createHold, type Hold, isHeld, onLostReleases } from './hold.ts';
import { touch } from './touch.ts';
import { facesOf } from './words.ts';

const TYPING = 'input, textarea, select, dialog';
/** Keys that turn the page, and those that do on a tab, where no button of the panel has them. */
const TURNS: Record<string, 1 | -1> = { PageDown: 1, PageUp: -1 };
const TURNS_ON_TAB: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1 };

/** Keys of the buttons of all pages, of turning them, and Ctrl+Z. A key that is held counts once, and where its button is held so is the key; stop wants its button. */
export function useHotkeys({
  panel,
  capture,
  onNote,
  onRate,
  onTurn,
}: {
  panel: Panel;
  capture: Capture;
  onNote: () => void;
  onRate: () => boolean;
  onTurn: (by: 1 | -1) => void;
}): void {
  // Before the panel is painted: whoever sees it may press.
  useLayoutEffect(() => {
    const faces = facesOf(panel);
    const byKey = new Map(
      panel.definition.buttons.flatMap((button) => (button.hotkey ? [[button.hotkey.toLowerCase(), button] as const] : [])),
    );
    const holds = new Map<string, Hold>();
    const holdOf = (id: string, lane: string, activity: string): Hold => {
      const hold =
        holds.get(id) ??
        createHold(() => ({
          begin: (mono) => capture.hold(lane, activity, { mono }),
          end: (mono) => capture.release(lane, activity, { mono }),
          shown: () => undefined,
        }));
      holds.set(id, hold);
      return hold;
    };
    const lost = (mono: number) => {
      for (const hold of holds.values()) hold.lost(mono);
    };
    // By its place: with Shift the same key has another name when it comes up.
    const released = ({ code, timeStamp }: KeyboardEvent) => {
      for (const hold of holds.values()) hold.up(code, timeStamp);
    };
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
      if (!button && panel.definition.pages) {
        const isOnTab = event.target instanceof Element && event.target.closest('[role=tab]') !== null;
        const by = TURNS[event.key] ?? (isOnTab ? TURNS_ON_TAB[event.key] : undefined);
        if (by === undefined) return;
        event.preventDefault();
        onTurn(by);
      }
      if (!button || button.kind === 'stop') return;
      event.preventDefault();
      const lane = button.lane ?? panel.definition.lanes[0]!.id;
      const face = faces.get(button.activity_id ?? '');
      if (isHeld(button, face)) return holdOf(button.id, lane, button.activity_id!).down(event.code, event.timeStamp);
      touch({ button, face, lane, capture, mono: event.timeStamp, onNote, onRate });
    };
    addEventListener('keydown', pressed);
    addEventListener('keyup', released);
    const stop = onLostReleases(lost);
    return () => {
      stop();
      removeEventListener('keydown', pressed);
      removeEventListener('keyup', released);
      lost(performance.now());
    };
  }, [panel, capture, onNote, onRate, onTurn]);
}
