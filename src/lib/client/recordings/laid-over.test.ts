import { describe, expect, it } from 'vitest';
import { aligned, channelOf, elapsedTicks, readLaid, unitsOf, valueAt, writeLaid } from './laid-over.ts';

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const channel = (n: number, display_unit: string | null, kind = 'gauge') => ({ channel_id: id(n), kind, display_unit });

describe('recordings laid over each other', () => {
  it('stand in the address, each once, at most eight, with the chosen channels', () => {
    const laid = [
      { recording: id(1), channel: null },
      { recording: id(2), channel: id(20) },
    ];
    expect(writeLaid(laid)).toBe(`${id(1)},${id(2)}.${id(20)}`);
    expect(readLaid(writeLaid(laid))).toEqual(laid);
    expect(readLaid(`${id(1)},x,${id(1)}.${id(2)},${id(3)}.y`)).toEqual([
      { recording: id(1), channel: null },
      { recording: id(3), channel: null },
    ]);
    expect(readLaid(Array.from({ length: 12 }, (_, n) => id(n)).join())).toHaveLength(8);
    expect(readLaid(undefined)).toEqual([]);
  });

  it('have one unit in common, that of most of them first', () => {
    const [a, b] = [
      { channels: [channel(1, '%'), channel(2, '°C'), channel(3, null, 'text')] },
      { channels: [channel(4, '°C'), channel(5, '°C')] },
    ];
    expect(unitsOf([a, b])).toEqual(['°C', '%']);
    expect(channelOf(b.channels, null, '°C')?.channel_id).toBe(id(4));
    expect(channelOf(b.channels, id(5), '°C')?.channel_id).toBe(id(5));
    expect(channelOf(a.channels, id(1), '°C')?.channel_id).toBe(id(2));
    expect(channelOf(b.channels, null, '%')).toBeNull();
  });

  it('count from their own beginnings, whatever the clocks did meanwhile', () => {
    // 23 October and 25 October 2026, 22.00 in Prague: the second night has an hour more.
    const [first, second] = ['2026-10-23T20:00:00Z', '2026-10-24T20:00:00Z'].map((at) => Date.parse(at) * 1_000) as [number, number];
    const hour = 3_600e6;
    expect(aligned([[[first + 5 * hour, 1]]], first)).toEqual(aligned([[[second + 5 * hour, 1]]], second));
  });

  it('are read on the line between two points, and nowhere else', () => {
    const lines: [number, number][][] = [
      [
        [0, 10],
        [100, 20],
      ],
      [[300, 5]],
    ];
    expect(valueAt(lines, 25)).toBe(12.5);
    expect(valueAt(lines, 0)).toBe(10);
    expect(valueAt(lines, 300)).toBe(5);
    expect(valueAt(lines, 200)).toBeNull();
    expect(valueAt(lines, -1)).toBeNull();
  });

  it('have round times on their axis, as many as there is room for', () => {
    const hour = 3_600e6;
    expect(elapsedTicks(8 * hour, 10).map(({ n, unit }) => `${n} ${unit}`)).toEqual(Array.from({ length: 9 }, (_, n) => `${n} h`));
    expect(elapsedTicks(90e6, 6).map(({ n, unit }) => `${n} ${unit}`)).toEqual(['0 s', '15 s', '30 s', '45 s', '60 s', '75 s', '90 s']);
    expect(elapsedTicks(7 * 24 * hour, 8).at(-1)).toMatchObject({ n: 7, unit: 'd' });
    expect(elapsedTicks(0, 8)).toEqual([]);
  });
});
