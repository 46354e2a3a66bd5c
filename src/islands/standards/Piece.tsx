import type { CSSProperties } from 'react';
import { axisStep, type Block, piece, type ShownCard } from '../../lib/domain/time-study/shown-card.ts';
import { ALLOWANCE_KINDS } from '../../lib/domain/time-study/standard-card.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { categoryStyle } from '../ui/category-style.ts';

const place = (from: number, length: number, end: number): CSSProperties => ({
  left: `${(from / end) * 100}%`,
  width: `${(length / end) * 100}%`,
});

/** Shares of the axis beyond which the name of a line has no room: on a phone, and anywhere. */
const [LAST_NAMED_ON_PHONE, LAST_NAMED] = [0.87, 0.94];

/** Hatched: time that is added and that nobody works on the piece. */
const HATCH = 'border border-line-2 bg-[repeating-linear-gradient(45deg,transparent_0_4px,var(--gap-ink)_4px_5.5px)] text-ink';

/** Words that a block of a phone has no room for; its number says which one it is. */
const ROOMY = '[@container(max-width:38px)]:hidden';

/** @param low one line high: what would stand in the second one is out of sight */
function Bar({ block, end, written, low = false }: { block: Block; end: number; written: string; low?: boolean }) {
  const t = useT();
  const share = block.length / end;
  if (block.row === null)
    return (
      <span
        className="absolute inset-y-0 overflow-hidden border-l border-surface bg-line px-1.5 text-11 leading-4 text-ink-2"
        style={place(block.from, block.length, end)}
      >
        {share > 0.06 ? t('standards:piece.waits') : null}
      </span>
    );
  const { element, no } = block.row;
  return (
    <span
      className="absolute inset-y-0 [container-type:inline-size] overflow-hidden border-l border-surface bg-(--c) px-1.5 text-11 leading-4 text-(--on)"
      style={{ ...place(block.from, block.length, end), ...categoryStyle(element.color) }}
      title={`${no} ${element.name}, ${written}`}
    >
      {share > 0.025 ? (
        <span className="block truncate">
          {no} {share > 0.09 ? <span className={ROOMY}>{element.name}</span> : null}
        </span>
      ) : null}
      {/* A number that is cut says another one. */}
      {share > 0.09 && !low ? <span className={`block ${ROOMY}`}>{written}</span> : null}
    </span>
  );
}

/** One piece to scale: elements, the machine below them, allowances behind them. The table says the same in numbers. */
export function Piece({ card }: { card: ShownCard }) {
  const t = useT();
  const format = useFormat();
  const { person, machine, end: worked } = piece(card.rows);
  const end = Math.max(card.standard, worked);
  if (!(end > 0)) return null;
  const seconds = (value: number) => format.number(value, 3);
  const step = axisStep(end * 1.04, 8);
  const scale = end * 1.04;
  const ticks = Array.from({ length: Math.floor(scale / step) + 1 }, (_, at) => at * step);
  const decimals = step >= 1 ? 0 : Math.min(3, Math.ceil(-Math.log10(step)));
  let added = card.normal;
  const allowances = ALLOWANCE_KINDS.map((kind) => {
    const from = added;
    added += card.allowances[kind];
    return { kind, from, length: card.allowances[kind] };
  }).filter(({ length }) => length > 0);
  return (
    <figure
      className="mx-5 mb-3 grid grid-cols-[84px_minmax(0,1fr)] items-center gap-y-0.5 slim:mx-4 slim:grid-cols-[minmax(0,1fr)]"
      aria-label={t('standards:piece.label', { standard: format.quantity(card.standard, 's', 3) })}
      role="img"
    >
      <span className="slim:hidden" />
      <div className="relative h-5 text-11 leading-5 whitespace-nowrap text-ink-2" aria-hidden="true">
        <span className="absolute -translate-x-full pr-0.5" style={{ left: `${(card.normal / scale) * 100}%` }}>
          {t('standards:piece.normal')} <b className="bg-ink px-1 font-semi text-surface">{seconds(card.normal)}</b>
        </span>
      </div>
      <span className="text-12 leading-4 font-semi slim:hidden" aria-hidden="true">
        {t('standards:piece.person')}
      </span>
      <div className="relative h-9" aria-hidden="true">
        {person.map((block) => (
          <Bar key={block.key} block={block} end={scale} written={seconds(block.length)} />
        ))}
        {allowances.map(({ kind, from, length }) => (
          <span
            key={kind}
            className={`absolute inset-y-0 grid place-items-center overflow-hidden text-11 ${HATCH}`}
            style={place(from, length, scale)}
            title={`${t(`standards:kind.${kind}`)}, ${seconds(length)}`}
          >
            {length / scale > 0.06 ? <span className="truncate bg-surface px-0.5">{t(`standards:kind_short.${kind}`)}</span> : null}
          </span>
        ))}
        <span className="absolute -inset-y-1 w-px bg-ink" style={{ left: `${(card.normal / scale) * 100}%` }} />
        <span className="absolute -inset-y-1 w-px bg-ink" style={{ left: `${(card.standard / scale) * 100}%` }} />
      </div>
      {machine.length === 0 ? null : (
        <>
          <span className="text-12 leading-4 font-semi slim:hidden" aria-hidden="true">
            {t('standards:piece.machine')}
          </span>
          <div className="relative h-4.5" aria-hidden="true">
            {machine.map((block) => (
              <Bar key={block.key} block={block} end={scale} written={seconds(block.length)} low />
            ))}
          </div>
        </>
      )}
      <span className="slim:hidden" />
      <div className="relative h-5 border-t border-ink text-11 leading-5 text-ink-2" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} className="absolute border-l border-ink pl-1 whitespace-nowrap" style={{ left: `${(tick / scale) * 100}%` }}>
            <span className={tick / scale > LAST_NAMED ? 'hidden' : tick / scale > LAST_NAMED_ON_PHONE ? 'slim:hidden' : ''}>
              {format.quantity(tick, 's', decimals)}
            </span>
          </span>
        ))}
      </div>
    </figure>
  );
}
