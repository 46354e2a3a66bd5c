import { linePath } from '../home/shift.ts';
import type { Sample, Summary } from './scenes.ts';

/** Lines and bands of the examples as paths in quarters of a unit (`scale(.25)`): whole, short numbers. */

export interface Plot {
  x(at: number): number;
  y(value: number): number;
}

/** @param value range of the plot, bottom to top */
export function plotOf(width: number, length: number, [low, high]: readonly [number, number], top: number, height: number): Plot {
  const rounded = (value: number) => Math.round(value * 10) / 10;
  return {
    x: (at) => rounded((at / length) * width),
    y: (value) => rounded(top + height - ((value - low) / (high - low)) * height),
  };
}

const quarters = ({ x, y }: Plot, at: number, value: number) => [x(at) * 4, y(value) * 4] as const;

export const curve = (plot: Plot, run: readonly Sample[]): string => linePath(run.map(({ at, value }) => quarters(plot, at, value)));

export const bandOf = (plot: Plot, run: readonly Summary[]): string =>
  `${linePath([...run.map(({ at, high }) => quarters(plot, at, high)), ...run.map(({ at, low }) => quarters(plot, at, low)).reverse()])}z`;

/** Ticks of an axis below `y`: long ones where something is written. */
export const ticks = (plot: Plot, y: number, all: readonly number[], long: (at: number) => boolean): string =>
  all.map((at) => `M${plot.x(at)} ${y}v${long(at) ? 7 : 4}`).join('');

/** Where the text of a tick stands, so that none leaves the picture. @param length of the axis where it ends at the picture's edge */
export const anchor = (at: number, length = Number.POSITIVE_INFINITY): 'start' | 'middle' | 'end' =>
  at <= 0 ? 'start' : at >= length ? 'end' : 'middle';
