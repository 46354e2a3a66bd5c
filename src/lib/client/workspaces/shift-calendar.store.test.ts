import { describe, expect, it } from 'vitest';
import { getShiftCalendar, putShiftCalendar, type Shift, type ShiftCalendar } from '../../contract/shift-calendars.ts';
import { flushPromises, refusal, world } from '../kernel/store-testing.ts';
import { createShiftCalendar } from './shift-calendar.store.ts';

const shift = (name: string): Shift => ({ name, days: [1], start: '22:00', end: '06:00', breaks: [] });
const off = { date: '2026-12-24', name: 'Štědrý den', shifts: [] };
const calendar = (over: Partial<ShiftCalendar> = {}): ShiftCalendar => ({
  workspace_id: 'hall',
  shifts: [],
  exceptions: [],
  rev: 0,
  updated_at: null,
  ...over,
});

describe('the shifts of a workspace', () => {
  it('are sent as a whole: what was not changed goes along as it was seen', async () => {
    const it = world();
    let sent: unknown;
    it.answer(getShiftCalendar, () => calendar({ shifts: [shift('A')], exceptions: [off], rev: 3 }));
    it.answer(putShiftCalendar, ({ body }) => {
      sent = body;
      return calendar({ rev: 4 });
    });
    const store = createShiftCalendar(it.deps, 'hall');
    await store.load();
    await store.save(3, { shifts: [shift('B')] });
    expect(sent).toEqual({ rev: 3, shifts: [shift('B')], exceptions: [off] });
  });

  it('of which one half was kept after a conflict go with the other half as it is stored now', async () => {
    const it = world();
    const theirs = calendar({ shifts: [shift('Jejich')], exceptions: [off], rev: 5 });
    const sent: unknown[] = [];
    it.answer(getShiftCalendar, () => calendar({ shifts: [shift('A')], rev: 3 }));
    it.answer(putShiftCalendar, ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? Promise.reject(refusal('stale_rev', theirs)) : calendar({ rev: 6 });
    });
    const store = createShiftCalendar(it.deps, 'hall');
    await store.load();
    expect(await store.save(3, { shifts: [shift('Moje')] })).toEqual({ status: 'conflict', current: theirs });
    await store.save(5, { shifts: [shift('Moje')] });
    expect(sent[1]).toEqual({ rev: 5, shifts: [shift('Moje')], exceptions: [off] });
  });

  it('are read again when somebody sets them', async () => {
    const it = world();
    it.answer(getShiftCalendar, () => calendar({ rev: it.calls.length }));
    const store = createShiftCalendar(it.deps, 'hall');
    store.start();
    await flushPromises();
    for (const workspace_id of ['other', 'hall'])
      it.send({ name: 'changed', data: { entity: 'shift-calendars', id: workspace_id, workspace_id } });
    await flushPromises();
    expect(it.calls).toHaveLength(2);
    expect(store.$state.get()).toMatchObject({ row: { rev: 2 } });
  });
});
