import { GripVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Channel } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { RowOrder } from './row-order.ts';

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** What a channel is dragged by, and moved by arrows, Home and End. */
export function Handle({ channel, order, index }: { channel: Channel; order: RowOrder; index: number }) {
  const t = useT();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    order.place(channel, step(index, order.count));
  };
  return (
    <button
      type="button"
      className="grid size-6 flex-none cursor-grab touch-none place-items-center rounded-1 text-ink-3 hover:bg-hover active:cursor-grabbing"
      aria-label={t('channel-life:place', { key: channel.key })}
      aria-description={t('channel-life:placed', { key: channel.key, place: index + 1, count: order.count })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button === 0) order.grab(channel, event.pointerId, event.currentTarget);
      }}
    >
      <Icon of={GripVertical} size={14} />
    </button>
  );
}
