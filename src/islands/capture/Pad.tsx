import { CirclePause, Minus, NotebookPen, Plus, Redo2, RotateCw, Square, Undo2 } from 'lucide-react';
import { type CSSProperties, memo, type PointerEvent, useRef, useState } from 'react';
import type { Capture, Running } from '../../lib/client/capture/capture.store.ts';
import type { Button, Panel } from '../../lib/contract/screens.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';
import { ICONS } from '../activities/icons.ts';
import { type Glyph, Icon } from '../ui/Icon.tsx';
import { touch } from './touch.ts';
import { useHold } from './useHold.ts';
import { totalsOf } from './words.ts';

type Face = Panel['activities'][number];
interface PadProps {
  panel: Panel;
  faces: ReadonlyMap<string, Panel['activities'][number]>;
  capture: Capture;
  running: Running;
  now: number;
  /** A state was held: when did it begin? */
  onHold(lane: string): void;
  onNote(): void;
}

const HOLD_MS = 500;
const STOP_MS = 800;
const TOOLS: Partial<Record<Button['kind'], Glyph>> = {
  note: NotebookPen,
  undo: Undo2,
  redo: Redo2,
  pause: CirclePause,
  stop: Square,
  cycle: RotateCw,
  plus: Plus,
  minus: Minus,
};

/** The grid of buttons as the editor laid it out. A touch changes two of them, and only those are rendered anew. */
export function Pad({ panel, faces, capture, running, now, onHold, onNote }: PadProps) {
  const t = useT();
  const format = useFormat();
  const { definition } = panel;
  const totals = totalsOf(running, now);
  const current = new Map(running.timeline.entries.flatMap((entry) => (entry.to === null ? [[entry.lane, entry] as const] : [])));
  const under = (button: Button, face: Face | undefined, isOn: boolean): string => {
    if (isOn) return t('capture:button.running');
    if (button.kind === 'stop') return t('capture:stop_hint');
    if (face?.kind === 'count') return format.number(running.timeline.counts.get(face.id) ?? 0);
    const total = face?.kind === 'state' ? totals.get(face.id) : undefined;
    return total ? t('capture:button.total', { time: format.duration(Math.floor(total / 1_000)) }) : '';
  };
  return (
    <div className="cap-pad" style={{ '--columns': definition.columns } as CSSProperties}>
      {definition.buttons.map((button) => {
        const face = faces.get(button.activity_id ?? '');
        const lane = button.lane ?? definition.lanes[0]!.id;
        const entry = current.get(lane);
        const isOn =
          button.kind === 'pause'
            ? entry?.kind === 'pause'
            : button.kind === 'activity' && face?.kind === 'state' && entry?.kind === 'state' && entry.activity === face.id;
        return (
          <Key
            key={button.id}
            button={button}
            face={face}
            lane={lane}
            columns={definition.columns}
            capture={capture}
            isOn={isOn}
            under={under(button, face, isOn)}
            onHold={onHold}
            onNote={onNote}
          />
        );
      })}
    </div>
  );
}

interface KeyProps extends Pick<PadProps, 'capture' | 'onHold' | 'onNote'> {
  button: Button;
  face: Face | undefined;
  lane: string;
  columns: number;
  isOn: boolean;
  under: string;
}

const Key = memo(function Key({ button, face, lane, columns, capture, isOn, under, onHold, onNote }: KeyProps) {
  const t = useT();
  const element = useRef<HTMLButtonElement>(null);
  const [held, setHeld] = useState(false);
  const isState = button.kind === 'activity' && face?.kind === 'state';
  const hold = useHold(button.kind === 'stop' ? STOP_MS : HOLD_MS, setHeld);

  const press = (event: PointerEvent | { timeStamp: number }) => {
    const mono = event.timeStamp;
    const done = touch({ button, face, lane, capture, mono, onNote });
    if (!done) pulse(element.current);
  };
  const down = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    if (button.kind === 'stop') return hold.start(() => capture.stop({ mono: performance.now() }));
    press(event);
    if (isState) hold.start(() => onHold(lane));
  };
  const name = button.label ?? (face ? face.name : nameOf(t, button.kind));
  const glyph = button.kind === 'activity' ? (face?.icon ? ICONS[face.icon] : undefined) : TOOLS[button.kind];
  const narrow = button.w / columns < 0.4;
  const isCounter = face !== undefined && (button.kind === 'plus' || button.kind === 'minus');
  const style = {
    gridColumn: `${button.x + 1} / span ${button.w}`,
    gridRow: `${button.y + 1} / span ${button.h}`,
    ...(face ? { '--c': `var(--cat-${face.color})`, '--on': `var(--cat-${face.color}-on)` } : {}),
  } as CSSProperties;
  return (
    <button
      ref={element}
      type="button"
      className={`cap-key${isOn ? ' on' : ''}${face?.loss ? ' loss' : ''}${face ? '' : ' plain'}${narrow ? ' narrow' : ''}${isCounter ? ` counter ${button.kind}` : ''}${held ? ' held' : ''}`}
      style={style}
      aria-pressed={isState || button.kind === 'pause' ? isOn : undefined}
      aria-keyshortcuts={button.hotkey ?? undefined}
      onPointerDown={down}
      onPointerUp={hold.end}
      onPointerCancel={hold.end}
      onPointerLeave={hold.end}
      // Keys and assistive technology click without a pointer.
      onClick={(event) => {
        if (event.detail !== 0) return;
        if (button.kind === 'stop') capture.stop({ mono: event.timeStamp });
        else press(event);
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      {glyph ? <Icon of={glyph} size={24} /> : null}
      {isCounter ? (
        <>
          {/* Two numbers of one thing side by side would say nothing more. */}
          {button.kind === 'plus' ? <b>{under}</b> : null}
          <small>
            {name}
            <span className="vh"> {button.kind === 'plus' ? '+1' : '−1'}</span>
          </small>
        </>
      ) : (
        <>
          <b>{narrow && face?.short && !button.label ? face.short : name}</b>
          <small>{under}</small>
        </>
      )}
      {button.hotkey ? <kbd>{button.hotkey}</kbd> : null}
    </button>
  );
});

function nameOf(t: ReturnType<typeof useT>, kind: Button['kind']): string {
  switch (kind) {
    case 'cycle':
      return t('capture:next_cycle');
    case 'rating':
      return t('capture:rating_short');
    case 'activity':
    case 'plus':
    case 'minus':
      return t(kind === 'minus' ? 'capture:minus' : 'capture:plus');
    default:
      return t(`capture:${kind}`);
  }
}

/** The touch was felt, and nothing had to happen. */
function pulse(element: HTMLElement | null): void {
  if (!element) return;
  element.classList.remove('pulse');
  // Without a look at it the browser would not begin the animation anew.
  void element.offsetWidth;
  element.classList.add('pulse');
}
