import { CirclePause, Gauge, Minus, NotebookPen, Plus, Redo2, RotateCw, Square, Undo2 } from 'lucide-react';
import { type CSSProperties, memo, type PointerEvent, useMemo, useRef } from 'react';
import type { Capture, Running } from '../../lib/client/capture/capture.store.ts';
import type { Button, Panel } from '../../lib/contract/screens.ts';
import { buttonsOf, pagesOf } from '../../lib/domain/screens/screen-pages.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';
import { ICONS } from '../activities/icons.ts';
import { categoryStyle } from '../ui/category-style.ts';
import { type Glyph, Icon } from '../ui/Icon.tsx';
import { isHeld } from './hold.ts';
import { type OnPage, PAGE_ID, PageTabs, TAB_ID } from './PageTabs.tsx';
import { createSwipe } from './swipe.ts';
import { touch } from './touch.ts';
import { useHold } from './useHold.ts';
import { usePress } from './usePress.ts';
import { totalsOf } from './words.ts';

type Face = Panel['activities'][number];
interface PadProps {
  panel: Panel;
  faces: ReadonlyMap<string, Panel['activities'][number]>;
  capture: Capture;
  running: Running;
  now: number;
  /** The page of buttons that is in sight. */
  page: string;
  onTurn(page: string): void;
  onTurnBy(by: 1 | -1): void;
  /** The button of a state was pressed long: when did it begin? */
  onHold(lane: string): void;
  onNote(): void;
  /** Says whether there is something to rate. */
  onRate(): boolean;
}

const HOLD_MS = 500;
const STOP_MS = 800;
const TOOLS: Partial<Record<Button['kind'], Glyph>> = {
  note: NotebookPen,
  rating: Gauge,
  undo: Undo2,
  redo: Redo2,
  pause: CirclePause,
  stop: Square,
  cycle: RotateCw,
  plus: Plus,
  minus: Minus,
};

/**
 * The grids of buttons as the editor laid them out. A touch changes two buttons, and only those are rendered anew. Pages out of sight stay where they are,
 * so that turning draws nothing anew and a finger that is down on a button may leave it there.
 */
export function Pad({ panel, faces, capture, running, now, page, onTurn, onTurnBy, onHold, onNote, onRate }: PadProps) {
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
    if (isHeld(button, face)) return [t('capture:button.hold'), ...(total ? [format.duration(total)] : [])].join(' · ');
    return total ? t('capture:button.total', { time: format.duration(total) }) : '';
  };
  const folded = foldedColumns(definition.columns);
  // Read from the top, also where a phone folds the rows.
  const pages = useMemo(
    () => pagesOf(definition).map((one) => ({ ...one, buttons: buttonsOf(definition, one.id).toSorted((a, b) => a.y - b.y || a.x - b.x) })),
    [definition],
  );
  const isOn = (button: Button): boolean => {
    const entry = current.get(button.lane ?? definition.lanes[0]!.id);
    if (button.kind === 'pause') return entry?.kind === 'pause';
    return button.kind === 'activity' && entry?.kind === 'state' && entry.activity === button.activity_id;
  };
  const onPages = new Map<string, readonly OnPage[]>(
    definition.pages
      ? pages.map(({ id, buttons }) => [
          id,
          buttons.filter(isOn).map((button) => {
            const face = faces.get(button.activity_id ?? '');
            return { name: face?.name ?? nameOf(t, button.kind), face };
          }),
        ])
      : [],
  );
  const swipe = useMemo(() => createSwipe(onTurnBy), [onTurnBy]);
  const swiping = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      // What is held may roll wherever it wants.
      if ((event.target as Element).closest('.touch-none') === null) swipe.down(event);
    },
    onPointerMove: swipe.move,
    onPointerUp: swipe.end,
    onPointerCancel: swipe.end,
  };
  return (
    <div className="grid min-h-0 grid-cols-1 grid-rows-[auto_minmax(0,1fr)] [grid-area:pad]">
      {definition.pages ? <PageTabs pages={pages} page={page} running={onPages} onTurn={onTurn} /> : null}
      {pages.map(({ id, buttons }) => (
        <div
          key={id}
          className={`cap-pad grid [grid-area:2/1] grid-cols-[repeat(var(--columns),minmax(0,1fr))] [grid-auto-rows:minmax(64px,1fr)] gap-[var(--gap)] overflow-y-auto max-[600px]:grid-cols-[repeat(var(--folded),minmax(0,1fr))] ${definition.pages ? 'touch-pan-y touch-pinch-zoom' : ''} ${definition.pages && id !== page ? 'invisible' : ''}`}
          style={{ '--columns': definition.columns, '--folded': folded } as CSSProperties}
          {...(definition.pages ? { id: PAGE_ID + id, role: 'tabpanel', 'aria-labelledby': TAB_ID + id, ...swiping } : {})}
        >
          {buttons.map((button) => {
            const face = faces.get(button.activity_id ?? '');
            const on = isOn(button);
            return (
              <Key
                key={button.id}
                button={button}
                face={face}
                lane={button.lane ?? definition.lanes[0]!.id}
                columns={definition.columns}
                folded={folded}
                capture={capture}
                isOn={on}
                under={under(button, face, on)}
                onHold={onHold}
                onNote={onNote}
                onRate={onRate}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** More than three columns cut names on a phone: what stands in one row there stands in two of half the width. */
const foldedColumns = (columns: number): number => (columns <= 3 ? columns : columns === 4 ? 2 : 3);

interface KeyProps extends Pick<PadProps, 'capture' | 'onHold' | 'onNote' | 'onRate'> {
  button: Button;
  face: Face | undefined;
  lane: string;
  columns: number;
  folded: number;
  isOn: boolean;
  under: string;
}

const Key = memo(function Key({ button, face, lane, columns, folded, capture, isOn, under, onHold, onNote, onRate }: KeyProps) {
  const t = useT();
  const element = useRef<HTMLButtonElement>(null);
  const isState = button.kind === 'activity' && face?.kind === 'state';
  const isStop = button.kind === 'stop';

  const act = (mono: number) => {
    const done = touch({ button, face, lane, capture, mono, onNote, onRate });
    if (!done) pulse(element.current);
  };
  const ask = (mono: number) => {
    // What runs goes on, also an interruption, which a tap would end.
    if (!isOn) act(mono);
    onHold(lane);
  };
  const isHold = isHeld(button, face);
  const hold = useHold(
    {
      begin(mono) {
        if (!capture.hold(lane, button.activity_id!, { mono })) pulse(element.current);
      },
      end: (mono) => capture.release(lane, button.activity_id!, { mono }),
      toggle(mono) {
        capture.hold(lane, button.activity_id!, { mono });
        if (isOn) capture.release(lane, button.activity_id!, { mono });
      },
    },
    isHold,
  );
  const press = usePress({
    onTap: isStop ? undefined : act,
    onHold: isStop ? (mono) => capture.stop({ mono }) : isState ? ask : undefined,
    holdMs: isStop ? STOP_MS : HOLD_MS,
  });
  const { isDown, handlers } = isHold ? hold : press;
  const name = button.label ?? (face ? face.name : nameOf(t, button.kind));
  const glyph = button.kind === 'activity' ? (face?.icon ? ICONS[face.icon] : undefined) : TOOLS[button.kind];
  const narrow = button.w / columns < 0.4;
  const foldedWidth = Math.min(folded, Math.max(1, Math.round((button.w * folded) / columns)));
  const isCounter = face !== undefined && (button.kind === 'plus' || button.kind === 'minus');
  const style = {
    '--x': button.x + 1,
    '--y': button.y + 1,
    '--w': button.w,
    '--h': button.h,
    '--folded-w': foldedWidth,
    // A number stays in one line, however long it grows.
    '--figures': under.length,
    ...(face ? categoryStyle(face.color) : {}),
  } as CSSProperties;
  return (
    <button
      ref={element}
      type="button"
      className={classOf({
        on: isOn,
        loss: face?.loss ?? false,
        plain: !face,
        bare: !glyph,
        narrow,
        'narrow-folded': foldedWidth / folded < 0.4,
        counter: isCounter,
        [button.kind]: isCounter,
        down: isDown,
        // Nothing is scrolled from what is held: the browser would take the finger away.
        'touch-none': isHold,
      })}
      style={style}
      aria-pressed={isState || button.kind === 'pause' ? isOn : undefined}
      aria-keyshortcuts={button.hotkey ?? undefined}
      aria-description={isHold ? t('capture:hold_help') : undefined}
      // Keys and assistive technology click without a pointer.
      onClick={(event) => {
        if (event.detail !== 0) return;
        if (isStop) capture.stop({ mono: event.timeStamp });
        else act(event.timeStamp);
      }}
      {...handlers}
      onContextMenu={(event) => event.preventDefault()}
    >
      {glyph ? <Icon of={glyph} size={24} /> : null}
      {isCounter ? (
        <>
          {/* Two numbers of one thing side by side would say nothing more. */}
          {button.kind === 'plus' ? <b className="font-semi whitespace-nowrap">{under}</b> : null}
          <small className="overflow-hidden text-ellipsis wide:text-[clamp(11px,19cqi,14px)]">
            {name}
            <span className="vh"> {button.kind === 'plus' ? '+1' : '−1'}</span>
          </small>
        </>
      ) : (
        <>
          <b className="line-clamp-3 font-semi hyphens-auto wrap-anywhere text-ellipsis">
            {narrow && face?.short && !button.label ? face.short : name}
          </b>
          <small className="overflow-hidden text-ellipsis">{under}</small>
        </>
      )}
      {button.hotkey ? (
        <kbd className="absolute top-2 right-2.5 hidden font-sans text-11 leading-4 font-medium wide:block">{button.hotkey}</kbd>
      ) : null}
    </button>
  );
});

const classOf = (flags: Record<string, boolean>): string =>
  [
    'cap-key relative grid content-center min-w-0 overflow-hidden border rounded-2 text-left',
    ...Object.keys(flags).filter((name) => flags[name]),
  ].join(' ');

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
