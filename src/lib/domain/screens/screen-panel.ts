import type { Definition } from '../../contract/screens.ts';

/** How large a panel is on the devices on which it is captured. */

export const PANEL_DEVICES = ['tablet', 'phone'] as const;
export type PanelDevice = (typeof PANEL_DEVICES)[number];

/** CSS pixels of the whole screen, of what the grid has of it, and between two buttons. */
export const PANELS: Record<PanelDevice, { width: number; height: number; grid: { width: number; height: number; gap: number } }> = {
  // A bar of 52 above and a foot of 72 below, clock and day beside the grid.
  tablet: { width: 1180, height: 820, grid: { width: 680, height: 660, gap: 10 } },
  // A bar of 44, clock and day above the grid, a foot of 64 below.
  phone: { width: 390, height: 844, grid: { width: 374, height: 475, gap: 6 } },
};

/** A finger hits what is at least so large, pixels. */
export const LEAST_BUTTON = 64;

/** Width of a button of so many cells, pixels. */
function widthOf(device: PanelDevice, columns: number, cells: number): number {
  const { width, gap } = PANELS[device].grid;
  return ((width - (columns - 1) * gap) / columns) * cells + (cells - 1) * gap;
}

/** Ids of the buttons that would be too narrow for a finger. */
export const tooSmall = (device: PanelDevice, { columns, buttons }: Pick<Definition, 'columns' | 'buttons'>): string[] =>
  buttons.filter(({ w }) => widthOf(device, columns, w) < LEAST_BUTTON).map(({ id }) => id);

/** Height of a tab of a page, pixels. */
export const TAB: Record<PanelDevice, number> = { tablet: 64, phone: 48 };
/** Tabs that a narrow device has room for side by side; of more there are two rows. */
const MOST_SIDE_BY_SIDE = 4;

/** Columns of tabs on a phone and on a small tablet: more than four pages stand in two rows. */
export const foldedTabs = (pages: number): number => (pages <= MOST_SIDE_BY_SIDE ? pages : Math.ceil(pages / 2));

/** Rows that a device shows at once without any being lower than a finger needs. @param pages of the panel, whose tabs take of the height */
export function rowsShown(device: PanelDevice, pages = 1): number {
  const { height, gap } = PANELS[device].grid;
  const rowsOfTabs = pages < 2 ? 0 : device === 'tablet' ? 1 : Math.ceil(pages / foldedTabs(pages));
  return Math.floor((height - rowsOfTabs * (TAB[device] + gap) + gap) / (LEAST_BUTTON + gap));
}
