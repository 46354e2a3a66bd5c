import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useState } from 'react';
import type { Span } from '../../lib/client/charts/series.store.ts';
import type { Board } from './board.ts';
import { firstTelling, type Telling, toldTogether } from './telling.ts';

/** Marks that are so near are told together, pixels. */
const TOGETHER = 6;
const WALK: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, PageUp: -10, PageDown: 10 };

/** What the marks of one lane say: to the pointer, to a finger, and mark by mark to the keys. */
export function Tellings({
  board,
  lane,
  tellings,
  window,
  width,
  label,
  below,
  onReveal,
}: {
  board: Board;
  lane: string;
  /** In time. */
  tellings: readonly Telling[];
  window: Span;
  width: number;
  label: string;
  /** Pixels under the top of the lane where the words stand. */
  below: number;
  onReveal: (at: number) => void;
}) {
  const told = useStore(board.$told);
  const [walked, setWalked] = useState<string | null>(null);
  if (tellings.length === 0 || width <= 0) return null;
  const kept = tellings.findIndex(({ id }) => id === walked);
  const index = kept >= 0 ? kept : firstTelling(tellings, window);
  const current = tellings[index]!;
  const scale = width / (window.to - window.from);
  const x = (at: number) => Math.min(Math.max((at - window.from) * scale, 0), width);
  const show = (to: Telling) => {
    setWalked(to.id);
    board.$told.set({ lane, at: to.at, stays: true });
    onReveal(to.at);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { Home: 0, End: tellings.length - 1 }[event.key] ?? (event.key in WALK ? index + WALK[event.key]! : null);
    if (to !== null) show(tellings[Math.min(Math.max(to, 0), tellings.length - 1)]!);
    else if (event.key === 'Escape') board.$told.set(null);
    else if (event.key === 'Enter' || event.key === ' ') show(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const here = told?.lane === lane && told.at >= window.from && told.at <= window.to ? told : null;
  const { lines, more } = here ? toldTogether(tellings, here.at, TOGETHER / scale) : { lines: [], more: 0 };
  return (
    <>
      <button
        type="button"
        className="absolute -top-1 w-4.5 h-4.5 -ml-2.25 outline-0 focus-visible:rounded-2 focus-visible:[box-shadow:0_0_0_1px_var(--surface),0_0_0_3px_var(--accent)]"
        style={{ left: x(current.at) }}
        aria-label={`${label}. ${current.text}`}
        onFocus={() => show(current)}
        onBlur={() => board.$told.set(null)}
        onKeyDown={keys}
      />
      <div role="status">
        {here && lines.length > 0 ? (
          // It leans away from the edges as it comes near them, so that it is never cut.
          <div
            className="tm-told absolute z-4 w-max max-w-[min(320px,100%)] py-1.25 px-2.25 rounded-2 bg-ink text-surface text-12 leading-[16px] wrap-anywhere pointer-events-none"
            style={{ top: below, left: x(here.at), transform: `translateX(-${((100 * x(here.at)) / width).toFixed(2)}%)` }}
          >
            {lines.map(({ id, text }) => (
              <p className="[display:-webkit-box] overflow-hidden [-webkit-box-orient:vertical] [-webkit-line-clamp:6]" key={id}>
                {text}
              </p>
            ))}
            {more > 0 ? (
              <p className="[display:-webkit-box] overflow-hidden [-webkit-box-orient:vertical] [-webkit-line-clamp:6]">+{more}</p>
            ) : null}
          </div>
        ) : null}
      </div>
    </>
  );
}
