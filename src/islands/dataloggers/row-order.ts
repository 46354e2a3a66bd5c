import { useRef, useState } from 'react';
import type { ChannelsStore } from '../../lib/client/dataloggers/channels.store.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

export interface RowOrder {
  /** Id of the channel that is being dragged. */
  dragged: string | null;
  count: number;
  /** Gives the channel another place; out of range is left as it is. */
  place(channel: Channel, position: number): void;
  grab(channel: Channel, pointer: number, handle: HTMLElement): void;
}

/** The order of channels, by dragging a handle and by keys on it. */
export function useRowOrder(rows: readonly Channel[], store: ChannelsStore): RowOrder {
  const t = useT();
  const [dragged, setDragged] = useState<string | null>(null);
  const now = useRef(rows);
  now.current = rows;
  const place = (channel: Channel, position: number) => {
    const from = now.current.findIndex(({ id }) => id === channel.id);
    if (position < 0 || position >= now.current.length || position === from) return;
    void store
      .place(now.current[from] ?? channel, position)
      .catch((error) => toast({ kind: 'alarm', text: `${t('dataloggers:settings.failed')}: ${t(`errors:${failureOf(error).code}`)}` }));
  };
  return {
    dragged,
    count: rows.length,
    place,
    grab(channel, pointer, handle) {
      const table = handle.closest('tbody');
      if (!table) return;
      handle.setPointerCapture(pointer);
      setDragged(channel.id);
      const drop = (event: PointerEvent) => {
        for (const name of ['pointerup', 'pointercancel'] as const) handle.removeEventListener(name, drop);
        setDragged(null);
        if (event.type === 'pointercancel') return;
        const lines = [...table.querySelectorAll<HTMLElement>('tr[data-channel]')].filter((line) => line.dataset.channel !== channel.id);
        const middle = (line: HTMLElement) => line.getBoundingClientRect().top + line.offsetHeight / 2;
        place(channel, lines.filter((line) => middle(line) < event.clientY).length);
      };
      for (const name of ['pointerup', 'pointercancel'] as const) handle.addEventListener(name, drop);
    },
  };
}
