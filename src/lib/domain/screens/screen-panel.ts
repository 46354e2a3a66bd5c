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

/** Rows that a device shows at once without any being lower than a finger needs. */
export function rowsShown(device: PanelDevice): number {
  const { height, gap } = PANELS[device].grid;
  return Math.floor((height + gap) / (LEAST_BUTTON + gap));
}
