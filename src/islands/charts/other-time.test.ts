import { describe, expect, it } from 'vitest';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Series } from '../../lib/contract/readings.ts';
import { formatter } from '../../lib/i18n/format.ts';
import type { T } from '../../lib/i18n/index.ts';
import { cursorWords, dotsOf, pastOf, thenAt } from './other-time.ts';

const THEN = Date.parse('2026-10-25T00:30:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const channel = {
  ...{ id: 'air', unit: '°F', display_unit: '°F', kind: 'gauge', decimals: 1, first_ts: '2026-01-01T00:00:00Z' },
  conversion: { scale: 1.8, offset: 32 },
} as Channel;
const minutes = [0, 1, 2, 3, 10, 11, 12];
const found: Series = {
  ...{ resolution: 'raw', bucket_us: null, ts: minutes.map((n) => (THEN + n * MINUTE) * 1_000), n: minutes.map(() => 1) },
  ...{ min: minutes, max: minutes, first: minutes, last: minutes },
};
const past = pastOf([channel], { air: found }, { from: THEN, to: THEN + 12 * MINUTE }, DAY, () => 60);
const at = (minute: number) => thenAt(past.get('air')!, THEN + DAY + minute * MINUTE, DAY);

describe('the other time at the cursor', () => {
  it('is the nearest value with its own moment, as people see it, and none where nothing came then', () => {
    expect(at(1.2)).toEqual({ value: 33.8, at: THEN + MINUTE });
    expect(at(6)).toBeNull();
    expect(at(10.1)).toEqual({ value: 50, at: THEN + 10 * MINUTE });
  });

  it('is none before the very first reading of its channel', () => {
    const young = pastOf(
      [{ ...channel, first_ts: new Date(THEN).toISOString() }],
      { air: found },
      { from: THEN - 60 * MINUTE, to: THEN + 12 * MINUTE },
      DAY,
      () => 60,
    ).get('air')!;
    expect(thenAt(young, THEN + DAY - MINUTE, DAY)).toBeNull();
    expect(thenAt(young, THEN + DAY, DAY)).toEqual({ value: 32, at: THEN });
    expect(young.columns[1]![0]).toBe(32);
  });

  it('has its line broken where nothing came, laid over the shown time', () => {
    const [x, line] = past.get('air')!.columns;
    expect(x[0]).toBe(THEN + DAY);
    expect(line.filter((value) => value === null)).toHaveLength(1);
  });

  it('has a pale dot on its line in the pane of its channel, none for a channel without that time', () => {
    const layout = {
      panes: [{ unit: '°F', traces: [channel, { ...channel, id: 'other' }].map((one) => ({ channel: one, colour: 2, dash: 0 })) }],
      strips: [],
    };
    expect(dotsOf(layout, past, THEN + DAY + 2 * MINUTE, DAY, (_, value) => `${value}`)).toEqual([
      { key: 'air then', pane: 0, colour: 2, scale: undefined, value: 35.6, at: THEN + DAY + 2 * MINUTE, text: '35.6', isFaint: true },
    ]);
  });

  it('is told with its date, with its offset where the clock shows the time twice, and with the difference', () => {
    const t = ((key: string, params: Record<string, string>) => `${key} ${Object.values(params).join(' | ')}`) as unknown as T;
    const words = cursorWords(t, formatter('cs', 'Europe/Prague'), 'minute');
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    expect(plain(words.beside(channel, 40, at(0), THEN, 1))).toBe('chart-tools:compare.at 25. 10. 2.30 +02:00 | 32,0 °F | +8,0 °F');
    expect(plain(words.beside(channel, 30, at(0), THEN + 60 * MINUTE, 1))).toBe(
      'chart-tools:compare.at 25. 10. 2.30 +01:00 | 32,0 °F | −2,0 °F',
    );
    expect(plain(words.beside(channel, null, at(0), THEN, 1))).toBe('chart-tools:compare.at_value 25. 10. 2.30 +02:00 | 32,0 °F');
    expect(plain(words.beside(channel, 40, null, THEN - DAY, 1))).toBe('chart-tools:compare.at_nothing 24. 10. 2.30');
  });
});
