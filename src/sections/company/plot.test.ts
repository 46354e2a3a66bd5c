import { describe, expect, it } from 'vitest';
import { anchor, bandOf, curve, plotOf, ticks } from './plot.ts';

const plot = plotOf(100, 10, [0, 20], 5, 40);
const run = [0, 5, 10].map((at) => ({ at, value: at, low: at - 1, high: at + 1 }));

describe('a plot', () => {
  it('has its range from the bottom to the top, its time from the left to the right', () => {
    expect([plot.x(0), plot.x(10), plot.y(0), plot.y(20)]).toEqual([0, 100, 45, 5]);
  });
  it('draws a line in quarters of a unit and a band around it that ends where it began', () => {
    expect(curve(plot, run)).toBe('M0 180l200 -40 200 -40');
    expect(bandOf(plot, run)).toBe('M0 172l200 -40 200 -40 0 16 -200 40 -200 40z');
  });
  it('has long ticks where something is written', () => {
    expect(ticks(plot, 45, [0, 5], (at) => at === 0)).toBe('M0 45v7M50 45v4');
    expect([anchor(0, 10), anchor(5, 10), anchor(10, 10), anchor(10)]).toEqual(['start', 'middle', 'end', 'middle']);
  });
});
