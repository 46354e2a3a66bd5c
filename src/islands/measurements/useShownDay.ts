import { useStore } from '@nanostores/react';
import { isWhole } from '../timeline/window.ts';
import type { DayAddress } from './address.ts';
import type { Work } from './work.ts';

/** What the day shows, as its address says it. */
export function useShownDay({ row, series, board, bounds }: Pick<Work, 'row' | 'series' | 'board' | 'bounds'>): DayAddress {
  const range = useStore(series.$range);
  const window = useStore(series.$window);
  const selection = useStore(series.$selection);
  const lane = useStore(board.$lane);
  const signals = useStore(board.$signals);
  return {
    window: range.kind === 'now' || isWhole(window, bounds) ? null : window,
    selection,
    lane: lane === row.lanes[0]?.id ? null : lane,
    signals,
  };
}
