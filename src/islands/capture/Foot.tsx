import { MessageSquarePlus, Redo2, Square, Undo2 } from 'lucide-react';
import { memo } from 'react';
import type { Capture, Running } from '../../lib/client/capture/capture.store.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import type { Format } from '../../lib/i18n/format.ts';
import { useT } from '../../lib/i18n/words.tsx';
import { Icon } from '../ui/Icon.tsx';
import { usePress } from './usePress.ts';
import { stepName } from './words.ts';

const STOP_MS = 800;
/** A key of the keyboard is held like a finger. */
const keyAsPointer = (timeStamp: number) => ({ pointerId: -1, button: 0, clientX: 0, clientY: 0, timeStamp });

/** What is always there: back, forward, a note, the end. */
export const Foot = memo(function Foot({
  capture,
  running,
  faces,
  format,
  onNote,
}: {
  capture: Capture;
  running: Running;
  faces: ReadonlyMap<string, Panel['activities'][number]>;
  format: Format;
  onNote(): void;
}) {
  const t = useT();
  // The work ended when the finger came down; holding only says that it was meant.
  const { isDown, press, handlers } = usePress({ onHold: (mono) => capture.stop({ mono }), holdMs: STOP_MS });
  const { undo, redo } = running.undo;
  return (
    <footer className="cap-foot [grid-area:foot] flex gap-[var(--gap)]">
      <button type="button" aria-disabled={undo === null} onClick={() => capture.undo()}>
        <Icon of={Undo2} size={24} />
        <span>
          <small>{t('capture:undo')}</small>
          <b>{undo ? stepName(t, format, faces, running, undo) : t('capture:nothing_to_undo')}</b>
        </span>
      </button>
      <button
        type="button"
        className="square redo"
        aria-label={t('capture:redo')}
        aria-disabled={redo === null}
        onClick={() => capture.redo()}
      >
        <Icon of={Redo2} size={24} />
        <b>{t('capture:redo')}</b>
      </button>
      <button type="button" className="square" aria-label={t('capture:note')} onClick={onNote}>
        <Icon of={MessageSquarePlus} size={24} />
        <b>{t('capture:note')}</b>
      </button>
      <button
        type="button"
        className={`stop${isDown ? ' held' : ''}`}
        aria-description={t('capture:stop_help')}
        {...handlers}
        onKeyDown={(event) => {
          if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) press.down(keyAsPointer(event.timeStamp));
        }}
        onKeyUp={press.end}
        onContextMenu={(event) => event.preventDefault()}
      >
        <Icon of={Square} size={20} />
        <span>
          <b>{t('capture:stop')}</b>
          <small>{t('capture:stop_hint')}</small>
        </span>
      </button>
    </footer>
  );
});
