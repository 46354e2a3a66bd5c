import type { Layout } from './model.ts';
import type { PaneView } from './plot.ts';

/** How a chart is drawn in another way than usual: axes that somebody set, lines of another time. */
export interface Refined {
  /** Room right of the plot for a second axis, pixels. */
  right: number;
  arrange(layout: Layout): Layout;
  refine(view: PaneView, pane: Layout['panes'][number]): PaneView;
}
