import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { SeriesStore } from '../../lib/client/charts/series.store.ts';
import type { Span, TimeRange } from '../../lib/domain/time/range.ts';
import { readRange, readSpan, writeRange, writeSpan } from '../../lib/domain/time/range-address.ts';
import { useAddress } from '../shell/useAddress.ts';

/** What of a chart stands in its address. */
export interface ChartAddress {
  range: TimeRange | null;
  /** The selected time. */
  selection: Span | null;
  /** Keys of channels that are left out. */
  hidden: readonly string[];
}

/** Keeps the address at what is shown. A range that the page chose by itself is none that somebody wants to come back to, and stays out. */
export function useChartAddress(store: SeriesStore, opened: ChartAddress, hidden: readonly string[]): void {
  const range = useStore(store.$range);
  const selection = useStore(store.$selection);
  const [first] = useState(range);
  useAddress(writeChartAddress({ range: range === first ? opened.range : range, selection, hidden }));
}

type Query = Readonly<Record<string, string | undefined>>;

/** Keys of channels may hold blanks; encoded they hold none, so one stands between them. */
export function readChartAddress(query: Query): ChartAddress {
  const [from, to] = query.sel?.split('/') ?? [];
  return { range: readRange(query), selection: readSpan(from, to), hidden: query.hide?.split(' ').flatMap(decoded) ?? [] };
}

function decoded(text: string): string[] {
  try {
    return text === '' ? [] : [decodeURIComponent(text)];
  } catch {
    return [];
  }
}

/** Null = not in the address. */
export function writeChartAddress({ range, selection, hidden }: ChartAddress): Record<string, string | null> {
  return {
    ...writeRange(range),
    sel: selection && writeSpan(selection),
    hide: hidden.length > 0 ? hidden.map(encodeURIComponent).join(' ') : null,
  };
}

/** A link to the same moments, also for somebody who opens it tomorrow or works elsewhere: the window as it is, and the place it is of. */
export function chartLink(
  address: string,
  shown: Omit<ChartAddress, 'range'> & { window: Span; organization: string; workspace: string | null },
): string {
  const url = new URL(address);
  const { window, organization, workspace, ...rest } = shown;
  const values = {
    ...writeChartAddress({ ...rest, range: { kind: 'fixed', from: Math.round(window.from), to: Math.round(window.to) } }),
    org: organization,
    ws: workspace,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}
