import type { ReactNode } from 'react';
import type { Span } from '../../lib/client/charts/series.store.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Series } from '../../lib/contract/readings.ts';
import type { Dot } from './CursorLayer.tsx';
import type { Layout } from './model.ts';
import type { PaneView } from './plot.ts';

/** What is read of a line at the cursor, in its pane. */
export type CursorDot = Pick<Dot, 'key' | 'colour' | 'at' | 'text' | 'isFaint'> & {
  pane: number;
  scale: string | undefined;
  /** Null where the sensor failed. */
  value: number | null;
};

/** Another time that is laid over the shown one. */
export interface OtherTime {
  window: Span;
  /** By channels, in the units that people see. */
  series: Readonly<Record<string, Series>>;
  words: {
    /** In words, when it is. */
    range: string;
    time: string;
    utc: string;
    value: (head: string) => string;
    difference: (head: string) => string;
  };
}

/** How a chart is drawn in another way than usual: axes that somebody set, lines of another time. */
export interface Refined {
  /** Room right of the plot for a second axis, pixels. */
  right: number;
  arrange(layout: Layout): Layout;
  refine(view: PaneView, pane: Layout['panes'][number]): PaneView;
  other: OtherTime | null;
  /** What of the other time stands at a moment of the shown one: its own moment, its values, and beside a channel with its shown value. */
  moment(cursor: number): string;
  dots(layout: Layout, cursor: number): CursorDot[];
  beside(channel: Channel, value: unknown, cursor: number): ReactNode;
}
