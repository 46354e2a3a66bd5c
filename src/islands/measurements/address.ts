import type { Channel } from '../../lib/contract/channels.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import { readSpan, writeRange, writeSpan } from '../../lib/domain/time/range-address.ts';

/** What of the day of a measurement stands in its address. */
export interface DayAddress {
  /** Null = the whole measurement. */
  window: Span | null;
  /** The selected time. */
  selection: Span | null;
  /** The lane that the figures are about; null = the first one. */
  lane: string | null;
  /** Signals in sight, by {@link signalNames}; null = those that are shown before the reader chooses. */
  signals: readonly string[] | null;
}

/** Of no signal at all. */
const NONE = '-';

/** What signals are called in an address: their keys, and their ids where two loggers have the same. */
export function signalNames(channels: readonly Pick<Channel, 'id' | 'key'>[]): ReadonlyMap<string, string> {
  const keys = Map.groupBy(channels, ({ key }) => key);
  return new Map(channels.map(({ id, key }) => [id, keys.get(key)?.length === 1 && key !== NONE ? key : id]));
}

/** Keys may hold blanks; encoded they hold none, so one stands between them. */
export function readDayAddress(query: URLSearchParams): DayAddress {
  const [from, to] = query.get('sel')?.split('/') ?? [];
  const signals = query.get('signals');
  return {
    window: readSpan(query.get('from'), query.get('to')),
    selection: readSpan(from, to),
    lane: query.get('lane'),
    signals: signals === null ? null : signals === NONE ? [] : signals.split(' ').map(decoded),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Null = not in the address. */
export function writeDayAddress({ window, selection, lane, signals }: DayAddress): Record<string, string | null> {
  return {
    ...writeRange(window && { kind: 'fixed', ...window }),
    sel: selection && writeSpan(selection),
    lane,
    signals: signals && (signals.map(encodeURIComponent).join(' ') || NONE),
  };
}
