import { CirclePause, Minus, NotebookPen, Plus, Redo2, RotateCw, Square, Undo2 } from 'lucide-react';
import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import type { Capture, Running } from '../../lib/client/capture/capture.store.ts';
import type { Button, Panel } from '../../lib/contract/screens.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';
import { ICONS } from '../activities/icons.ts';
import { type Glyph, Icon } from '../ui/Icon.tsx';
import { touch } from './touch.ts';
import { useHold } from './useHold.ts';
import { totalsOf } from './words.ts';

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

/** The grid of buttons as the editor laid it out. */
export function Pad(props: PadProps) {
  const { definition } = props.panel;
  const totals = totalsOf(props.running, props.now);
  return (
    <div className="cap-pad" style={{ '--columns': definition.columns } as CSSProperties}>
      {definition.buttons.map((button) => (
        <Key key={button.id} button={button} totals={totals} {...props} />
      ))}
    </div>
  );
}

function Key({
  button,
  totals,
  faces,
  capture,
  running,
  panel,
  onHold,
  onNote,
}: PadProps & { button: Button; totals: ReadonlyMap<string, number> }) {
  const t = useT();
  const format = useFormat();
  const element = useRef<HTMLButtonElement>(null);
  const [held, setHeld] = useState(false);
  const face = faces.get(button.activity_id ?? '');
  const lane = button.lane ?? panel.definition.lanes[0]!.id;
  const current = running.timeline.entries.findLast((entry) => entry.lane === lane && entry.to === null);
  const isOn =
    button.kind === 'pause'
      ? current?.kind === 'pause'
      : button.kind === 'activity' && face?.kind === 'state' && current?.kind === 'state' && current.activity === face.id;
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
  const total = face ? (face.kind === 'count' ? running.timeline.counts.get(face.id) : totals.get(face.id)) : undefined;
  const words = {
    name: button.label ?? (face ? face.name : nameOf(t, button.kind)),
    under: isOn
      ? t('capture:button.running')
      : button.kind === 'stop'
        ? t('capture:stop_hint')
        : face?.kind === 'count'
          ? format.number(total ?? 0)
          : face?.kind === 'state' && total
            ? t('capture:button.total', { time: format.duration(Math.floor(total / 1_000)) })
            : '',
  };
  const glyph = button.kind === 'activity' ? (face?.icon ? ICONS[face.icon] : undefined) : TOOLS[button.kind];
  const narrow = button.w / panel.definition.columns < 0.4;
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
      className={`cap-key${isOn ? ' on' : ''}${face?.loss ? ' loss' : ''}${face ? '' : ' tool'}${narrow ? ' narrow' : ''}${isCounter ? ' counter' : ''}${held ? ' held' : ''}`}
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
          <b>{words.under}</b>
          <small>
            {words.name}
            <span className="vh"> {button.kind === 'plus' ? '+1' : '−1'}</span>
          </small>
        </>
      ) : (
        <>
          <b>{narrow && face?.short && !button.label ? face.short : words.name}</b>
          <small>{words.under}</small>
        </>
      )}
      {button.hotkey ? <kbd>{button.hotkey}</kbd> : null}
    </button>
  );
}

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
