import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import type { Shift, ShiftCalendar } from '../../contract/shift-calendars.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeWorkspace, TEST_NOW } from '../testing/testing.ts';

const path = (plant: TestPlant) => `/workspaces/${plant.workspace.id}/shift-calendar`;
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
const put = (plant: TestPlant, body: object, as?: Record<string, string>) => plant.send('PUT', path(plant), body, as);
const night: Shift = {
  name: 'Noční',
  days: [1, 2, 3, 4, 5],
  start: '22:00',
  end: '06:00',
  breaks: [{ name: 'Přestávka', start: '02:00', end: '02:30', paid: false }],
};

describe.each(ENGINES)('the shifts of a workspace on %s', (engine) => {
  it('are none until somebody sets them', async () => {
    const plant = await testPlant(engine);
    expect(await plant.get(path(plant))).toEqual({
      workspace_id: plant.workspace.id,
      shifts: [],
      exceptions: [],
      rev: 0,
      updated_at: null,
    } satisfies ShiftCalendar);
  });

  it('are kept with their breaks and exceptional days, tidied', async () => {
    const plant = await testPlant(engine);
    const exceptions = [
      { date: '2026-12-31', name: 'Silvestr', shifts: [{ ...night, days: [7], start: '06:00', end: '12:00', breaks: [] }] },
      { date: '2026-12-24', name: 'Štědrý den', shifts: [] },
    ];
    const answer = await put(plant, { rev: 0, shifts: [{ ...night, name: ' Noční ', days: [5, 1, 2, 3, 4, 1] }], exceptions });
    expect(answer.status).toBe(200);
    const stored = (await answer.json()) as ShiftCalendar;
    expect(stored).toEqual({
      workspace_id: plant.workspace.id,
      shifts: [night],
      exceptions: [exceptions[1], { ...exceptions[0], shifts: [{ ...exceptions[0]!.shifts[0], days: [] }] }],
      rev: 1,
      updated_at: formatInstant(TEST_NOW),
    });
    expect(await plant.get(path(plant))).toEqual(stored);
    expect(plant.deps.bus.published.map(({ event }) => event)).toEqual([
      { name: 'changed', data: { entity: 'shift-calendars', id: plant.workspace.id, workspace_id: plant.workspace.id } },
    ]);
  });

  it('are set by whoever knows their newest revision, also the first time', async () => {
    const plant = await testPlant(engine);
    expect(await (await put(plant, { rev: 0, shifts: [night], exceptions: [] })).json()).toMatchObject({ rev: 1 });
    for (const rev of [0, 2]) {
      const stale = await put(plant, { rev, shifts: [], exceptions: [] });
      expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'stale_rev', current: { rev: 1, shifts: [night] } }]);
    }
    expect(await (await put(plant, { rev: 1, shifts: [night], exceptions: [] })).json()).toMatchObject({ rev: 1 });
    expect(await (await put(plant, { rev: 1, shifts: [], exceptions: [] })).json()).toMatchObject({ rev: 2, shifts: [] });
  });

  it('set twice at once for the first time are set once', async () => {
    const plant = await testPlant(engine);
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => put(plant, { rev: 0, shifts: [{ ...night, name }], exceptions: [] })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const current = await plant.get<ShiftCalendar>(path(plant));
    for (const answer of answers) if (answer.status === 409) expect(await answer.json()).toMatchObject({ code: 'stale_rev', current });
  });

  it('are refused with the path of each field that is wrong', async () => {
    const plant = await testPlant(engine);
    const day: Shift = { name: 'Denní', days: [2], start: '05:00', end: '13:00', breaks: [] };
    const late = { ...night, breaks: [{ name: '', start: '06:00', end: '06:30', paid: true }] };
    const off = { date: '2026-12-24', name: '', shifts: [] };
    const answer = await put(plant, { rev: 0, shifts: [late, day], exceptions: [off, off, { ...off, date: '2026-02-30' }] });
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as Problem).errors).toEqual([
      { path: 'shifts.0.breaks.0', code: 'outside_shift' },
      { path: 'exceptions.1.date', code: 'taken' },
      { path: 'exceptions.2.date', code: 'not_date' },
      { path: 'shifts.1.start', code: 'overlap' },
    ]);
    for (const shift of [
      { ...night, start: '24:00' },
      { ...night, days: [0] },
      { ...night, name: ' ' },
    ])
      expect((await put(plant, { rev: 0, shifts: [shift], exceptions: [] })).status).toBe(422);
    expect(await plant.get(path(plant))).toMatchObject({ rev: 0 });
  });

  it('are set by managers of their workspace, read by its people and hidden from everybody else', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const body = { rev: 0, shifts: [night], exceptions: [] };
    const elsewhere = await plant.member('manager', other.id);
    expect(await codeOf(await put(plant, body, elsewhere))).toBe('404 not_found');
    expect(await codeOf(await plant.app.request(plant.root + path(plant), { headers: elsewhere }))).toBe('404 not_found');
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect(await codeOf(await put(plant, body, viewer))).toBe('403 forbidden');
    expect((await put(plant, body, await plant.member('manager', plant.workspace.id))).status).toBe(200);
    expect((await plant.app.request(plant.root + path(plant), { headers: viewer })).status).toBe(200);
    const stranger = await testPlant(engine);
    expect(await codeOf(await stranger.app.request(stranger.root + path(plant), { headers: stranger.headers }))).toBe('404 not_found');
  });

  it('of an archived workspace stay as they are', async () => {
    const plant = await testPlant(engine);
    await plant.send('PATCH', `/workspaces/${plant.workspace.id}`, { rev: 1, archived: true });
    expect(await codeOf(await put(plant, { rev: 0, shifts: [night], exceptions: [] }))).toBe('409 workspace_archived');
  });
});
