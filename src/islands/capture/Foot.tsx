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
const BUTTON = 'relative flex min-w-0 items-center overflow-hidden rounded-2 border bg-raised text-left whitespace-nowrap ';
const QUIET = `${BUTTON} gap-3 border-line aria-disabled:text-ink-3 `;
const SQUARE = `${QUIET} w-16 flex-none justify-center wide:flex-1`;
const WORD = 'overflow-hidden text-ellipsis font-semi ';
const SQUARE_WORD = `${WORD} text-14 leading-5 small:hidden`;
const HINT = 'block text-12 leading-4 text-ink-3';
/** A key of the keyboard is held like a finger. */
const keyAsPointer = (timeStamp: number) => ({ pointerId: -1, button: 0, clientX: 0, clientY: 0, timeStamp });

/** What is always there: back, forward, a note, the end. */
export const Foot = memo(function Foot({
  capture,
  running,
  faces,
  format,
  hand,
  onNote,
}: {
  capture: Capture;
  running: Running;
  faces: ReadonlyMap<string, Panel['activities'][number]>;
  format: Format;
  hand: Panel['definition']['hand'];
  onNote(): void;
}) {
  const t = useT();
  // The work ended when the finger came down; holding only says that it was meant.
  const { isDown, press, handlers } = usePress({ onHold: (mono) => capture.stop({ mono }), holdMs: STOP_MS });
  const { undo, redo } = running.undo;
  return (
    <footer className={`cap-foot flex gap-(--gap) [grid-area:foot] ${hand === 'right' ? 'flex-row-reverse' : ''}`}>
      {/* What a step back takes back stands whole: the word above it says enough without the picture. */}
      <button
        type="button"
        className={`${QUIET} flex-1 px-3.5 max-[360px]:px-1.5 wide:w-113 wide:flex-none ${hand === 'right' ? 'wide:ml-1.5' : 'wide:mr-1.5'}`}
        aria-disabled={undo === null}
        onClick={() => capture.undo()}
      >
        <Icon of={Undo2} size={24} className="max-[360px]:hidden" />
        <span className="min-w-0">
          <small className={`${HINT} max-[360px]:text-11 max-[360px]:tracking-tight`}>{t('capture:undo')}</small>
          <b
            className={`${WORD} block text-14 leading-5 small:line-clamp-2 small:leading-[17px] small:whitespace-normal max-[360px]:line-clamp-3 max-[360px]:text-12 max-[360px]:leading-[15px]`}
          >
            {undo ? stepName(t, format, faces, running, undo) : t('capture:nothing_to_undo')}
          </b>
        </span>
      </button>
      <button
        type="button"
        className={`redo ${SQUARE} small:aria-disabled:hidden`}
        aria-label={t('capture:redo')}
        aria-disabled={redo === null}
        onClick={() => capture.redo()}
      >
        <Icon of={Redo2} size={24} />
        <b className={SQUARE_WORD}>{t('capture:redo')}</b>
      </button>
      <button type="button" className={SQUARE} aria-label={t('capture:note')} onClick={onNote}>
        <Icon of={MessageSquarePlus} size={24} />
        <b className={SQUARE_WORD}>{t('capture:note')}</b>
      </button>
      <button
        type="button"
        className={`${BUTTON} stop min-w-26 flex-none gap-2.5 border-alarm px-3.5 text-alarm-text max-[360px]:min-w-23 max-[360px]:px-2 wide:flex-1 wide:gap-3 ${isDown ? 'held' : ''}`}
        aria-description={t('capture:stop_help')}
        {...handlers}
        onKeyDown={(event) => {
          if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) press.down(keyAsPointer(event.timeStamp));
        }}
        onKeyUp={press.end}
        onContextMenu={(event) => event.preventDefault()}
      >
        <Icon of={Square} size={20} />
        <span className="min-w-0">
          <b className={`${WORD} block text-14 leading-5`}>{t('capture:stop')}</b>
          <small className={`${HINT} ${redo === null ? '' : 'small:hidden'}`}>{t('capture:stop_hint')}</small>
        </span>
      </button>
    </footer>
  );
});
