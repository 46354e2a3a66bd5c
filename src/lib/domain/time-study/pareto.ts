/** Causes by their weight, the heaviest first, with what they make together. */

export interface Cause {
  key: string;
  value: number;
}
export interface ParetoBar extends Cause {
  /** Share of this cause and all before it, 0–1; of the last one exactly 1. */
  cumulative: number;
}

/** @param most bars; the lightest causes are put together under `rest` when there are more */
export function paretoOf(causes: readonly Cause[], most = Number.POSITIVE_INFINITY, rest = ':rest'): ParetoBar[] {
  const sorted = causes.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const shown = sorted.length > most ? sorted.slice(0, most - 1) : sorted;
  const others = sorted.slice(shown.length).reduce((sum, { value }) => sum + value, 0);
  const bars = others > 0 ? [...shown, { key: rest, value: others }] : shown;
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  let sum = 0;
  return bars.map((bar, at) => {
    sum += bar.value;
    return { ...bar, cumulative: at === bars.length - 1 ? 1 : sum / total };
  });
}
