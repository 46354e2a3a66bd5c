import type { EmbedState } from '../../lib/contract/embeds.ts';

const ALARM = { tile: 'border-alarm bg-alarm-soft', state: 'text-alarm-text' };
const OFF = { tile: 'border-off bg-off-soft', state: 'text-off-text' };
/** How a tile of each state looks, and the shape by which it is told apart. */
export const LOOKS = {
  within: { tile: 'border-line-2 border-t-ok bg-surface', state: 'text-ok-text', shape: 'within' },
  above: { ...ALARM, shape: 'above' },
  below: { ...ALARM, shape: 'below' },
  fresh: { tile: 'border-line-2 border-t-ok bg-surface', state: 'text-ink-2', shape: 'online' },
  late: { tile: 'border-late bg-late-soft', state: 'text-late-text', shape: 'late' },
  offline: { ...OFF, shape: 'offline' },
  failing: { ...OFF, shape: 'offline' },
  none: { ...OFF, shape: 'no' },
} as const satisfies Record<EmbedState, { tile: string; state: string; shape: string }>;
