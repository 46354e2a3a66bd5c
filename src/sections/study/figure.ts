import { applyCorrections } from '../../lib/domain/taps/corrected-taps.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import type { Tap } from '../../lib/domain/taps/tap.ts';
import { linePath } from '../home/shift.ts';
import type { Power } from './morning.ts';
import { type Block, blocksOf, placeOf, type StripShape } from './strip.ts';

/** The figure of a strip over the power of its machine: touches of the finger, what they begin, the signal, the moment in question. Pure. */

export interface FigureInput {
  entries: readonly Entry[];
  taps: readonly Tap[];
  power: Power;
  from: number;
  to: number;
  /** The moment at which the line stands. */
  cursor: number;
}
export interface Figure {
  width: number;
  /** Names stand left of the picture, from here. */
  left: number;
  height: number;
  rows: { touches: number; strip: number; stripHeight: number; axis: number; power: readonly [top: number, bottom: number] };
  x(at: number): number;
  /** @param kw kilowatts */
  y(kw: number): number;
  blocks: readonly Block[];
  /** Where a finger touched; `begins` differs from `x` when the boundary was moved afterwards. */
  touches: readonly { x: number; begins: number }[];
  /** Paths in tenths of a unit, so that they are whole numbers. */
  line: string;
  band: string;
  cursor: { x: number; y: number; kw: number };
}

/** Top of the axis of power, kW. */
const MOST_KW = 8;

/** @param small the phone's version stands names above the rows and draws every third value */
export function figureOf({ entries, taps, power, from, to, cursor }: FigureInput, small: boolean): Figure {
  const width = small ? 350 : 1106;
  const rows = small
    ? ({ touches: 48, strip: 60, stripHeight: 44, axis: 114, power: [162, 262] } as const)
    : ({ touches: 34, strip: 46, stripHeight: 44, axis: 100, power: [142, 258] } as const);
  const shape: StripShape = { from, to, lines: 1, width, left: 0, top: rows.strip, height: rows.stripHeight, pitch: 0 };
  const x = (at: number) => placeOf(shape, at).x;
  const [top, bottom] = rows.power;
  const y = (kw: number) => bottom - (kw / MOST_KW) * (bottom - top);
  const inside = (at: number) => at > from && at < to;
  const touches = applyCorrections(taps).taps.flatMap(({ tap, at }) =>
    tap.kind === 'switch' && inside(tap.made_at) ? [{ x: x(tap.made_at), begins: x(at) }] : [],
  );
  const every = small ? 3 : 1;
  const points = (values: readonly number[]) =>
    values.flatMap((kw, index) => (index % every === 0 ? [[x(power.from + index * power.step) * 10, y(kw) * 10] as const] : []));
  const kw = power.value[Math.floor((cursor - power.from) / power.step)] ?? 0;
  return {
    width,
    left: small ? 0 : -134,
    height: bottom + 20,
    rows,
    x,
    y,
    blocks: blocksOf(entries, shape),
    touches,
    line: linePath(points(power.value)),
    band: `${linePath([...points(power.high), ...points(power.low).reverse()])}z`,
    cursor: { x: x(cursor), y: y(kw), kw },
  };
}
