import { type KeyboardEvent, type PointerEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import type { Button, Definition } from '../../lib/contract/screens.ts';
import {
  duplicate,
  freeId,
  type GridOutcome,
  type GridRectangle,
  inOrder,
  MAX_SPAN,
  moveBy,
  putInto,
  rectangleOf,
  resizeBy,
  rowsOf,
  standingIn,
  type Unplaced,
} from '../../lib/domain/screens/screen-grid.ts';
import { buttonsOf } from '../../lib/domain/screens/screen-pages.ts';
import { MAX_ROWS } from '../../lib/domain/screens/screen-rules.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { ButtonProblem, Change, Faces } from './editor.ts';
import { keyName, laneName, spokenOf } from './faces.ts';
import { PanelFace } from './PanelFace.tsx';

const ROW = 62;
const GAP = 8;
const LEAST_ROWS = 5;
export const CANVAS = 'canvas dark-mode min-h-75 rounded-3 bg-(--n-950) p-2.5 max-[761px]:p-1.5';
/** A press that moves less is a press, pixels. */
const STILL = 4;
const ARROWS: Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface CanvasHandle {
  /** The cell under a point of the window, for something of that size; null beside the grid. */
  cellAt(x: number, y: number, size: Pick<GridRectangle, 'w' | 'h'>): Pick<GridRectangle, 'x' | 'y'> | null;
  focus(id: string): void;
}

interface Drag {
  id: string;
  what: 'move' | 'resize';
  pointer: number;
  from: { x: number; y: number };
  by: { x: number; y: number };
  moved: boolean;
  rectangle: GridRectangle;
  outcome: GridOutcome;
}

export interface CanvasProps {
  draft: Definition;
  /** Whose buttons are in sight. */
  page: string;
  faces: Faces;
  problems: ReadonlyMap<string, readonly ButtonProblem[]>;
  selected: string | null;
  /** What comes from the palette, and the cell over which it hangs. */
  incoming: { button: Unplaced; at: Pick<GridRectangle, 'x' | 'y'> | null } | null;
  canWrite: boolean;
  /** `touched` = by a press on the button that didn't move it. */
  onSelect: (id: string | null, touched?: boolean) => void;
  onOpen: (id: string) => void;
  onChange: Change;
  onRemove: (button: Button) => void;
  onSay: (text: string) => void;
  handle: Ref<CanvasHandle>;
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The grid with its buttons as they look when they are tapped: moved and resized by pointer and by keys. */
export function Canvas({
  draft,
  page,
  faces,
  problems,
  selected,
  incoming,
  canWrite,
  onSelect,
  onOpen,
  onChange,
  onRemove,
  onSay,
  handle,
}: CanvasProps) {
  const t = useT();
  const grid = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  /** The click behind a pull is no press. */
  const wasMoved = useRef(false);
  const { columns } = draft;
  const buttons = buttonsOf(draft, page);
  const faceOf = (button: Pick<Button, 'activity_id'>) => faces.get(button.activity_id ?? '');
  const nameOf = (button: Button) => spokenOf(button, faceOf(button), t);

  const pitch = () => ((grid.current?.clientWidth ?? 0) + GAP) / columns;
  const element = (id: string) => grid.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  useImperativeHandle(handle, () => ({
    cellAt(x, y, size) {
      const box = grid.current?.getBoundingClientRect();
      if (!box || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
      const w = Math.min(size.w, columns);
      return {
        x: clamp(Math.round((x - box.left) / pitch() - w / 2), 0, columns - w),
        y: clamp(Math.round((y - box.top) / (ROW + GAP) - size.h / 2), 0, MAX_ROWS - size.h),
      };
    },
    focus: (id) => element(id)?.focus(),
  }));

  const where = ({ x, y, w, h }: GridRectangle) => t('screens:grid.where', { column: x + 1, row: y + 1, width: w, height: h });
  const refusal = (outcome: GridOutcome): string =>
    outcome.status === 'taken' ? t('screens:grid.taken', { name: outcome.by.map(nameOf).join(', ') }) : t('screens:grid.edge');
  /** Keeps a change that is possible; of one that isn't it says why. */
  const take = (button: Button, outcome: GridOutcome) => {
    if (outcome.status === 'done') onChange(outcome.draft, `${nameOf(button)}: ${where(outcome.button)}`);
    else onSay(`${nameOf(button)}: ${refusal(outcome)}`);
  };

  const press = (event: PointerEvent<HTMLElement>, button: Button) => {
    if (!canWrite || event.button !== 0) return;
    const what = (event.target as HTMLElement).closest('.grip') ? 'resize' : 'move';
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({
      id: button.id,
      what,
      pointer: event.pointerId,
      from: { x: event.clientX, y: event.clientY },
      by: { x: 0, y: 0 },
      moved: false,
      rectangle: rectangleOf(button),
      outcome: { status: 'edge' },
    });
  };
  const pull = (event: PointerEvent<HTMLElement>, button: Button) => {
    if (drag?.id !== button.id || drag.pointer !== event.pointerId) return;
    const by = { x: event.clientX - drag.from.x, y: event.clientY - drag.from.y };
    const moved = drag.moved || Math.hypot(by.x, by.y) > STILL;
    const cells = { x: Math.round(by.x / pitch()), y: Math.round(by.y / (ROW + GAP)) };
    const { x, y, w, h } = button;
    const rectangle =
      drag.what === 'move'
        ? { w, h, x: clamp(x + cells.x, 0, columns - w), y: clamp(y + cells.y, 0, MAX_ROWS - h) }
        : { x, y, w: clamp(w + cells.x, 1, Math.min(MAX_SPAN, columns - x)), h: clamp(h + cells.y, 1, Math.min(MAX_SPAN, MAX_ROWS - y)) };
    setDrag({ ...drag, by, moved, rectangle, outcome: putInto(draft, button.id, rectangle) });
  };
  const drop = (button: Button) => {
    if (!drag) return;
    setDrag(null);
    onSelect(button.id);
    wasMoved.current = drag.moved;
    if (!drag.moved || JSON.stringify(drag.rectangle) === JSON.stringify(rectangleOf(button))) return;
    take(button, drag.outcome);
  };

  const key = (event: KeyboardEvent<HTMLElement>, button: Button) => {
    if (drag && event.key === 'Escape') {
      event.preventDefault();
      setDrag(null);
      return;
    }
    const command = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const arrow = ARROWS[event.key];
    const act = (work: () => void) => {
      event.preventDefault();
      work();
    };
    if (event.key === 'Enter' && !command) return act(() => onOpen(button.id));
    if (event.key === 'Escape') return act(() => onSelect(null));
    if (!canWrite) return;
    if (arrow && !command)
      act(() => {
        onSelect(button.id);
        take(button, event.shiftKey ? resizeBy(draft, button.id, ...arrow) : moveBy(draft, button.id, ...arrow));
      });
    else if ((event.key === 'Delete' || event.key === 'Backspace') && !command) act(() => onRemove(button));
    else if (command && event.key.toLowerCase() === 'd')
      act(() => {
        const id = freeId(draft.buttons, 'b');
        const outcome = duplicate(draft, button.id, id);
        take(button, outcome);
        if (outcome.status !== 'done') return;
        onSelect(id);
        requestAnimationFrame(() => element(id)?.focus());
      });
  };

  const hanging = incoming?.at ? { ...incoming.at, w: Math.min(incoming.button.w, columns), h: incoming.button.h } : null;
  const target = drag?.moved ? drag.rectangle : hanging;
  const blockers = target ? standingIn(buttons, target, drag?.id).map(({ id }) => id) : [];
  const rows = Math.max(rowsOf(buttons) + (canWrite ? 1 : 0), LEAST_ROWS, target ? target.y + target.h + 1 : 0);
  const area = ({ x, y, w, h }: GridRectangle) => ({ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` });
  const size = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gridTemplateRows: `repeat(${rows}, ${ROW}px)`, gap: GAP };
  return (
    // Of a panel with pages all are printed, by `PrintedPages`.
    <div className={`${CANVAS} ${draft.pages ? 'print:hidden' : ''}`}>
      <p id="canvas-help" className="vh">
        {t(canWrite ? 'screens:grid.help' : 'screens:grid.help_read')}
      </p>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of its roles bear a name */}
      <div
        ref={grid}
        className="relative grid"
        role={canWrite ? 'application' : 'group'}
        aria-label={t('screens:grid.label', { columns, rows: rowsOf(buttons) })}
        aria-describedby="canvas-help"
        style={size}
        onPointerDown={(event) => {
          if (event.target === event.currentTarget || (event.target as HTMLElement).classList.contains('cell')) onSelect(null);
        }}
      >
        {Array.from({ length: columns * rows }, (_, at) => (
          <span
            key={at}
            className="cell rounded-2 border border-dashed border-line"
            style={area({ x: at % columns, y: Math.floor(at / columns), w: 1, h: 1 })}
            aria-hidden="true"
          />
        ))}
        {target ? <span className={blockers.length > 0 ? 'target refused' : 'target'} style={area(target)} aria-hidden="true" /> : null}
        {inOrder(buttons).map((button) => {
          const dragged = drag?.id === button.id && drag.moved ? drag : null;
          const lane = draft.lanes.length > 1 ? draft.lanes.find((one) => one.id === button.lane) : undefined;
          const wrong = problems.get(button.id);
          const name = [
            nameOf(button),
            where(button),
            lane ? laneName(lane, t) : '',
            button.hotkey ? t('screens:grid.hotkey', { key: keyName(button.hotkey, t) }) : '',
            ...(wrong ?? []).map(({ code }) => t(`screens:problem.${code as 'overlap'}`)),
          ]
            .filter(Boolean)
            .join(', ');
          const shifted =
            dragged?.what === 'move'
              ? { transform: `translate(${dragged.by.x}px, ${dragged.by.y}px)` }
              : dragged
                ? { width: `calc(100% + ${dragged.by.x}px)`, height: `calc(100% + ${dragged.by.y}px)` }
                : {};
          const state = [
            button.id === selected ? 'on' : '',
            dragged ? 'dragged' : '',
            blockers.includes(button.id) ? 'blocks' : '',
            wrong ? 'wrong' : '',
          ];
          return (
            <button
              key={button.id}
              type="button"
              data-id={button.id}
              className={['canvas-button phone:scroll-mb-[50dvh]', ...state].filter(Boolean).join(' ')}
              style={{ ...area(button), ...shifted }}
              aria-label={name}
              aria-pressed={button.id === selected}
              onPointerDown={(event) => press(event, button)}
              onPointerMove={(event) => pull(event, button)}
              onPointerUp={() => drop(button)}
              onPointerCancel={() => setDrag(null)}
              onClick={() => {
                onSelect(button.id, !wasMoved.current);
                wasMoved.current = false;
              }}
              onDoubleClick={() => onOpen(button.id)}
              onKeyDown={(event) => key(event, button)}
            >
              <PanelFace button={button} face={faceOf(button)} lanes={draft.lanes} />
              {canWrite ? <span className="grip" aria-hidden="true" /> : null}
            </button>
          );
        })}
      </div>
    </div>
  );
}
