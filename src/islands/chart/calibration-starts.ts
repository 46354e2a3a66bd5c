import type { Calibration } from '../../lib/contract/calibrations.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Span } from '../../lib/domain/time/range.ts';

/** Room that the words of a tick need, pixels. */
export const ROOM = 76;

/** Calibrations of a pane that begin at one moment. */
interface Start {
  /** Milliseconds. */
  at: number;
  /** Of the channels. */
  names: string[];
  laboratories: string[];
  /** Pixels from the left of the panes, and where the pane ends. */
  x: number;
  bottom: number;
  /** On which side of the tick its words stand; null = there is no room. */
  side: 'after' | 'before' | null;
}

/** The beginnings inside the window, by panes and time. One that was taken back, or is of a channel that isn't shown, is none. */
export function startsIn(
  all: readonly Pick<Calibration, 'channel_id' | 'from' | 'laboratory' | 'revoked_at'>[],
  {
    window,
    width,
    panes,
  }: { window: Span; width: number; panes: readonly { channels: readonly Pick<Channel, 'id' | 'name'>[]; bottom: number }[] },
): Start[] {
  const holding = all.flatMap((one) => {
    const at = Date.parse(one.from);
    return one.revoked_at === null && at >= window.from && at <= window.to ? [{ ...one, at }] : [];
  });
  return panes.flatMap(({ channels, bottom }) => {
    const names = new Map(channels.map(({ id, name }) => [id, name]));
    const shown = holding.filter(({ channel_id }) => names.has(channel_id)).sort((one, other) => one.at - other.at);
    const starts = [...Map.groupBy(shown, ({ at }) => at)];
    const xOf = (at: number) => Math.round(((at - window.from) / (window.to - window.from)) * width);
    let taken = 0;
    return starts.map(([at, those], index): Start => {
      const x = xOf(at);
      // A tick that follows soon would go through the words.
      const next = starts[index + 1];
      const end = next ? Math.min(width, xOf(next[0])) : width;
      const side = x < taken ? null : x + ROOM <= end ? 'after' : x - ROOM >= taken ? 'before' : x + ROOM <= width ? 'after' : null;
      if (side !== null) taken = side === 'after' ? x + ROOM : x;
      return {
        ...{ at, x, bottom, side },
        names: those.map(({ channel_id }) => names.get(channel_id)!),
        laboratories: [...new Set(those.map(({ laboratory }) => laboratory))],
      };
    });
  });
}
