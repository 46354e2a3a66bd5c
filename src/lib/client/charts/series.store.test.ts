import { describe, expect, it } from 'vitest';
import { getSeries, getStatistics, LONGEST_PICTURE_MS, listSeries, type Series, type Statistics } from '../../contract/readings.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createSeries } from './series.store.ts';
import { NOW, ofChannels, series, values } from './testing.ts';

const HOUR = 3_600_000;

function shown(answer: (asked: { id: string; from: number; to: number; width: string }) => Series = () => series([[NOW - 60_000, 1]])) {
  const it = world(NOW);
  const asked: { id: string; from: number; to: number; width: string }[] = [];
  it.answer(getSeries, ({ params, query }) => {
    const one = { id: params.id, from: Number(query.from), to: Number(query.to), width: query.width };
    asked.push(one);
    return answer(one);
  });
  const together: { channels: string; width: string }[] = [];
  it.answer(listSeries, ({ query: { channels, from, to, width } }) => {
    together.push({ channels, width });
    const items = channels.split(',').map((id) => ({ channel_id: id, series: answer({ id, from: Number(from), to: Number(to), width }) }));
    return { items: items.filter(({ channel_id }) => channel_id !== 'hidden') };
  });
  const store = createSeries(it.deps, 'a', { kind: 'now', span: HOUR });
  return { it, asked, together, store };
}

describe('the window of a chart', () => {
  it('asks once for what is shown, at the width that there is', async () => {
    const { it, asked, store } = shown();
    store.start();
    store.show(['x'], 800);
    store.show(['x'], 820);
    await it.pass(500);
    expect(asked).toEqual([{ id: 'x', from: NOW - HOUR, to: NOW + 1, width: '800' }]);
    expect(store.$busy.get()).toBe(false);
  });

  it('asks for all channels in one question, as far as together they are no wider than an answer may be', async () => {
    const { it, asked, together, store } = shown();
    store.start();
    store.show(['x', 'y', 'hidden'], 800);
    await it.pass(500);
    expect([asked, together]).toEqual([[], [{ channels: 'x,y,hidden', width: '800' }]]);
    expect(store.$series.get()).toMatchObject({
      x: { status: 'ready', series: { last: [1] } },
      y: { status: 'ready', series: { last: [1] } },
      hidden: { status: 'error', code: 'not_found' },
    });
    store.show(['x', 'y', 'z'], 4_000);
    await it.pass(500);
    expect(together.slice(1)).toEqual([{ channels: 'x,y', width: '4000' }]);
    expect(asked.map(({ id, width }) => [id, width])).toEqual([['z', '4000']]);
  });

  it('asks for each channel alone when it shows years', async () => {
    const { it, asked, together, store } = shown();
    store.start();
    store.choose({ kind: 'fixed', from: NOW - LONGEST_PICTURE_MS - HOUR, to: NOW });
    store.show(['x', 'y'], 800);
    await it.pass(500);
    expect([asked.map(({ id }) => id), together]).toEqual([['x', 'y'], []]);
  });

  it('says of each channel of a question that failed what went wrong', async () => {
    const { it, store } = shown();
    it.answer(listSeries, () => {
      throw refusal('over_read_budget');
    });
    store.start();
    store.show(['x', 'y'], 800);
    await it.pass(500);
    const failed = { status: 'error', code: 'over_read_budget' };
    expect(store.$series.get()).toEqual({ x: failed, y: failed });
  });

  it('moves with the clock while it shows the present', async () => {
    const { it, store } = shown();
    store.start();
    store.show(['x'], 800);
    await it.pass(60_000);
    expect(store.$window.get().to).toBeGreaterThan(NOW + 50_000);
    expect(store.$window.get().to - store.$window.get().from).toBe(HOUR);
  });

  it('loads again when readings come that are no newest ones, such as those ahead of their receipt: nothing else would bring them in their time', async () => {
    const { it, asked, store } = shown();
    store.start();
    store.show(['x'], 800);
    await it.pass(500);
    const before = asked.length;
    it.send(values([], NOW + 600_000, NOW + 600_000));
    await it.pass(2_000);
    expect(asked.length).toBe(before + 1);
  });

  it('zooms in, returns step by step, and stays where it was put', async () => {
    const { it, store } = shown();
    store.start();
    store.show(['x'], 800);
    store.zoom(NOW - 20 * 60_000, NOW - 30 * 60_000);
    expect(store.$window.get()).toEqual({ from: NOW - 30 * 60_000, to: NOW - 20 * 60_000 });
    store.zoom(NOW - 25 * 60_000, NOW - 22 * 60_000);
    await it.pass(5_000);
    expect(store.$window.get()).toEqual({ from: NOW - 25 * 60_000, to: NOW - 22 * 60_000 });
    store.back();
    expect(store.$window.get()).toEqual({ from: NOW - 30 * 60_000, to: NOW - 20 * 60_000 });
    store.back();
    expect(store.$range.get()).toEqual({ kind: 'now', span: HOUR });
    expect(store.$depth.get()).toBe(0);
  });

  it('never shows the future and never gets narrower than it can be read', () => {
    const { store } = shown();
    store.pan(5);
    expect(store.$window.get().to).toBe(NOW);
    store.zoom(NOW - 10, NOW - 9);
    expect(store.$window.get().to - store.$window.get().from).toBe(2_000);
  });

  it('drops an answer for a window that is shown no more', async () => {
    let finish: (answer: Series) => void = () => {};
    const it = world(NOW);
    let calls = 0;
    it.answer(getSeries, () => {
      calls++;
      if (calls > 1) return series([[NOW - 1, 2]]);
      return new Promise<Series>((resolve) => {
        finish = resolve;
      });
    });
    const store = createSeries(it.deps, 'a', { kind: 'now', span: HOUR });
    store.show(['x'], 800);
    await it.pass(200);
    store.choose({ kind: 'now', span: 8 * HOUR });
    await it.pass(200);
    finish(series([[NOW - 1, 1]]));
    await flushPromises();
    expect(store.$series.get().x).toMatchObject({ status: 'ready', series: { last: [2] } });
  });
});

describe('a chart that grows', () => {
  it('draws a new reading without asking the server', async () => {
    const { it, asked, store } = shown();
    store.start();
    store.show(['x'], 800);
    await it.pass(500);
    it.send(values([['x', NOW + 400, 7]]));
    await it.pass(5_000);
    expect(store.$series.get().x).toMatchObject({ status: 'ready', series: { last: [1, 7] } });
    expect(asked).toHaveLength(1);
  });

  it('loads again once after messages that bring more than their last values', async () => {
    const { it, asked, store } = shown();
    store.start();
    store.show(['x'], 800);
    await it.pass(500);
    for (let i = 0; i < 3; i++) it.send(values([['x', NOW, i]], NOW - 30_000, NOW));
    await it.pass(3_000);
    expect(asked).toHaveLength(2);
  });

  it('messages outside a fixed window and of other loggers change nothing', async () => {
    const { it, asked, store } = shown();
    store.start();
    store.show(['x'], 800);
    store.zoom(NOW - 30 * 60_000, NOW - 20 * 60_000);
    await it.pass(500);
    const before = store.$series.get();
    it.send(values([['x', NOW, 7]]));
    await it.pass(3_000);
    expect(asked).toHaveLength(1);
    expect(store.$series.get()).toBe(before);
  });
});

const statistics = (over: Partial<Statistics>): Statistics => ({
  resolution: 'raw',
  n: 3,
  left_out: 0,
  min: 2,
  max: 9,
  min_at: null,
  max_at: null,
  mean: 5,
  mean_kind: 'arithmetic',
  sd: 3.6,
  coverage: 1,
  gap_s: 120,
  above_s: null,
  below_s: null,
  integral: 300,
  energy_kwh: null,
  kinetic_c: null,
  dew_point_c: null,
  ...over,
});

describe('figures of a selection', () => {
  it('are those of the server, with the limits that somebody asks about', async () => {
    const { it, store } = shown();
    const asked: unknown[] = [];
    it.answer(getStatistics, ({ params, query }) => {
      asked.push({ id: params.id, ...query });
      return statistics({});
    });
    const span = { from: NOW - HOUR, to: NOW };
    await store.select(span, ['x', 'y'], (id) => (id === 'x' ? { above: 8, below: null } : { above: null, below: -2.5 }));
    const times = { from: String(span.from), to: String(span.to) };
    expect(asked).toEqual([
      { id: 'x', ...times, above: '8' },
      { id: 'y', ...times, below: '-2.5' },
    ]);
    expect(store.$selection.get()).toMatchObject({ status: 'ready', figures: { x: { n: 3, mean: 5 }, y: { n: 3 } } });
  });

  it('a newer selection wins over an older one', async () => {
    const { it, store } = shown();
    it.answer(getStatistics, ({ query }) => statistics({ mean: Number(query.from) }));
    const older = store.select({ from: 1, to: 2 }, ['x']);
    await store.select({ from: 5, to: 6 }, ['x']);
    await older;
    expect(store.$selection.get()).toMatchObject({ from: 5, figures: { x: { mean: 5 } } });
    await store.select(null);
    expect(store.$selection.get()).toBeNull();
  });

  it('that could not be had are said to be missing, and come by themselves when the line is back', async () => {
    const { it, store } = shown();
    store.start();
    it.answer(getStatistics, () => {
      throw new TypeError('Failed to fetch');
    });
    await store.select({ from: 1, to: 2 }, ['x'], () => ({ above: 8, below: null }));
    expect(store.$selection.get()).toMatchObject({ status: 'error', code: 'network' });
    const asked: unknown[] = [];
    it.answer(getStatistics, ({ query }) => {
      asked.push(query);
      return statistics({});
    });
    it.send({ name: 'reset', data: {} });
    await it.pass(0);
    expect(asked).toEqual([{ from: '1', to: '2', above: '8' }]);
    expect(store.$selection.get()).toMatchObject({ status: 'ready', figures: { x: { n: 3 } } });
  });

  it('are missing where there are no readings', async () => {
    const { it, store } = shown();
    it.answer(getStatistics, () => statistics({ n: 0, min: null, max: null, mean: null }));
    await store.select({ from: 1, to: 2 }, ['x']);
    expect(store.$selection.get()).toMatchObject({ status: 'ready', figures: { x: null } });
  });
});

describe('readings that were stored anew or taken back', () => {
  it('come into the chart of their logger, also into a window of the past, and into no other', async () => {
    const { it, asked, store } = shown();
    store.start();
    store.show(['x'], 800);
    store.choose({ kind: 'fixed', from: NOW - 9 * HOUR, to: NOW - 8 * HOUR });
    await it.pass(500);
    const before = asked.length;
    it.send(ofChannels('z', 'b'));
    await it.pass(2_000);
    expect(asked).toHaveLength(before);
    it.send(ofChannels('x', 'a'));
    await it.pass(2_000);
    expect(asked).toHaveLength(before + 1);
  });
});
