import { describe, expect, it } from 'vitest';
import type { AlarmRule } from '../../contract/alarm-rules.ts';
import type { RecordingPlan } from '../../contract/recording-plans.ts';
import type { Recording } from '../../contract/recordings.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { isUuid } from '../../routes.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, freshDatabase, makeChannel, makeDatalogger, makeMessage, makeWorkspace, testClock } from '../testing/testing.ts';
import { beginRecordings, clearedAt, idOf, nameOf } from './begin-recordings.ts';

const MINUTE = 60e6;
const HOUR = 3_600e6;
const DAY = 24 * HOUR;
const us = (text: string) => Date.parse(text) * 1_000;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const LIMITS = { low: 2, high: 8, allowed_above_s: 0, allowed_below_s: 0, coverage: 0.95, kinetic_high: null };
const shift = (name: string, start: string, end: string) => ({ name, days: EVERY_DAY, start, end, breaks: [] });

describe('a recording of a plan', () => {
  it('has an id that follows from what began it, and is one', () => {
    expect(idOf('a', 'time 1')).toBe(idOf('a', 'time 1'));
    expect(new Set([idOf('a', 'time 1'), idOf('a', 'time 2'), idOf('b', 'time 1')]).size).toBe(3);
    for (let i = 0; i < 50; i++) expect(isUuid(idOf('a', `time ${i}`))).toBe(true);
  });

  it('is called by its plan and its day in the language of the plan, with time or shift where a day has several', () => {
    const plan = { name: 'Chlazení', locale: 'cs' as const, trigger_kind: 'day' as const, time_zone: 'Europe/Prague', next_shift: null };
    const from = us('2026-11-26T05:00:00Z');
    expect(nameOf(plan, from)).toBe('Chlazení 26.\u00a011.\u00a02026');
    expect(nameOf({ ...plan, trigger_kind: 'times' }, from)).toMatch(/^Chlazení 26.\u00a011.\u00a02026\s6.00$/);
    expect(nameOf({ ...plan, trigger_kind: 'shift', next_shift: 'Ranní' }, from)).toBe('Chlazení 26.\u00a011.\u00a02026 Ranní');
  });

  it('ends when its alarm is over, of a latched one when somebody has acknowledged it, of a withdrawn one then', () => {
    const alarm = { over_at: null, latch: 0 as const, acknowledged_at: null, withdrawn_at: null };
    expect(clearedAt(alarm)).toBeNull();
    expect(clearedAt({ ...alarm, over_at: 5 })).toBe(5);
    expect(clearedAt({ ...alarm, over_at: 5, latch: 1 })).toBeNull();
    expect(clearedAt({ ...alarm, over_at: 5, latch: 1, acknowledged_at: 9 })).toBe(9);
    expect(clearedAt({ ...alarm, withdrawn_at: 7 })).toBe(7);
  });
});

describe.each(ENGINES)('plans of recordings on %s', (engine) => {
  async function setUp(start: string) {
    const clock = testClock(us(start));
    // The job looks at all organisations.
    const { db } = await freshDatabase(engine, clock);
    const plant = await testPlant(engine, { deps: { clock, db } });
    const channel = await makeChannel(plant.deps, plant.datalogger, { name: 'Vzduch', unit: '°C' });
    const body = (over: object = {}) => ({
      ...{ name: 'Chladírna', purpose: 'monitoring', note: null, channels: [{ channel_id: channel.id, limits: LIMITS }] },
      ...{ trigger: 'day', days: [], starts: ['06:00'], length_min: null, rule_id: null, before_min: 0, after_min: 0 },
      ...{ locale: 'cs', active: true },
      ...over,
    });
    // Days pass: each request is made with a token of its moment.
    const send = async (method: string, path: string, sent: unknown) =>
      plant.send(method, path, sent, bearer(await signedIn(plant.deps, plant.owner)));
    const read = async <T>(path: string) => {
      const answer = await plant.app.request(plant.root + path, { headers: bearer(await signedIn(plant.deps, plant.owner)) });
      expect([path, answer.status]).toEqual([path, 200]);
      return (await answer.json()) as T;
    };
    const create = async (over: object = {}) => {
      const answer = await send('POST', '/recording-plans', body(over));
      return { status: answer.status, plan: (await answer.json()) as RecordingPlan & { code?: string } };
    };
    const change = async (plan: RecordingPlan, over: object) => {
      const answer = await send('PATCH', `/recording-plans/${plan.id}`, { rev: plan.rev, ...over });
      return { status: answer.status, plan: (await answer.json()) as RecordingPlan };
    };
    const get = (id: string) => read<RecordingPlan>(`/recording-plans/${id}`);
    const look = () => beginRecordings.run(plant.deps);
    const recordings = async () =>
      (await read<{ items: Recording[] }>('/recordings?sort=from&limit=500')).items.map(({ name, from, to }) => ({ name, from, to }));
    const measure = (value: number, minutes = 1) =>
      db.readings.commit(
        makeMessage(
          plant.deps,
          plant.organization,
          plant.datalogger,
          Array.from({ length: minutes }, (_, i) => ({
            channelNo: channel.no,
            ts: clock.now() - (minutes - 1 - i) * MINUTE,
            num: value,
            text: null,
          })),
        ),
      );
    const minute = async (value: number) => {
      clock.advance(MINUTE);
      await measure(value);
      await look();
    };
    const rule = async () =>
      (await (
        await send('POST', '/alarm-rules', {
          ...{ channel_id: channel.id, name: 'Teplo', severity: 'warning', recipients: [], kind: 'above', low: null, high: 8, states: [] },
          ...{ hysteresis: 0, on_delay_s: 60, off_delay_s: 60 },
        })
      ).json()) as AlarmRule;
    return { plant, clock, channel, body, send, read, create, change, get, look, recordings, measure, minute, rule };
  }

  it.each([
    ['day', '2026-10-23T12:00:00Z', '2026-10-28T12:00:00Z', 5],
    ['day', '2026-03-27T12:00:00Z', '2026-04-01T12:00:00Z', 5],
    ['shift', '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z', 5],
    ['week', '2026-10-15T12:00:00Z', '2026-11-05T12:00:00Z', 3],
  ])('begin every %s once from %s on, though two processes look at once and one died', async (trigger, from, until, count) => {
    const { plant, clock, create, look, recordings, get, read } = await setUp(from);
    const shifts = [shift('R', '06:00', '14:00'), shift('O', '14:00', '22:00'), shift('N', '22:00', '06:00')];
    await plant.send('PUT', `/workspaces/${plant.workspace.id}/shift-calendar`, { rev: 0, shifts, exceptions: [] });
    const { status, plan } = await create({ trigger, days: trigger === 'week' ? [1] : [] });
    expect(status).toBe(201);
    for (let at = us(from); at <= us(until); at += 2 * HOUR) {
      clock.set(at);
      await Promise.all([look(), look()]);
    }
    const found = await recordings();
    expect(found).toHaveLength(count);
    for (const [index, one] of found.entries()) {
      expect(one.name).toMatch(/^Chladírna \d/);
      if (index > 0) expect(one.from).toBe(found[index - 1]!.to);
    }
    const { recordings: told, next_from, failure } = await get(plan.id);
    expect((await read<Recording>(`/recordings/${told[0]!.id}`)).plan).toEqual({ id: plan.id, name: plan.name });
    expect(told.map(({ from }) => from)).toEqual(
      found
        .map(({ from }) => from)
        .reverse()
        .slice(0, 5),
    );
    expect(told.filter(({ state }) => state === 'running')).toHaveLength(1);
    expect(next_from).toBe(found.at(-1)!.to);
    expect(failure).toBeNull();
  });

  it('begin nothing twice where a process died between the recording and its plan', async () => {
    const { plant, clock, create, look, recordings } = await setUp('2026-11-02T12:00:00Z');
    const { plan } = await create();
    clock.set(us('2026-11-03T05:00:00Z'));
    await look();
    // As it was before the plan was told.
    await plant.deps.db.write(plant.organization.id, async (db) => {
      await db
        .updateTable('recording_plans')
        .set({ next_at: us('2026-11-03T05:00:00Z'), next_from: us('2026-11-03T05:00:00Z') })
        .execute();
      await db.deleteFrom('recording_plan_runs').where('plan_id', '=', plan.id).execute();
      await db.updateTable('recording_plans').set({ name: 'Jinak' }).execute();
    });
    await look();
    expect(await recordings()).toMatchObject([{ from: '2026-11-03T05:00:00Z', to: '2026-11-04T05:00:00Z' }]);
  });

  it('make up for what was missed while nothing ran, with its own time, and tell what is too long ago', async () => {
    const { clock, create, look, recordings, get } = await setUp('2026-11-02T12:00:00Z');
    const { plan } = await create({ trigger: 'times', days: [1, 2, 3, 4, 5], starts: ['22:00'], length_min: 480 });
    clock.set(us('2026-11-06T12:00:00Z'));
    await look();
    expect((await recordings()).map(({ from, to }) => [from, to])).toEqual([
      ['2026-11-02T21:00:00Z', '2026-11-03T05:00:00Z'],
      ['2026-11-03T21:00:00Z', '2026-11-04T05:00:00Z'],
      ['2026-11-04T21:00:00Z', '2026-11-05T05:00:00Z'],
      ['2026-11-05T21:00:00Z', '2026-11-06T05:00:00Z'],
    ]);
    clock.advance(41 * DAY);
    await look();
    const { skipped, next_from } = await get(plan.id);
    // Fridays' of 6 and Mondays' to Fridays' until 16 November are more than 31 days ago.
    expect(skipped).toBe(6);
    expect(next_from).toBe('2026-12-17T21:00:00Z');
    expect((await recordings())[4]!.from).toBe('2026-11-16T21:00:00Z');
  });

  it('are paused, go on with the next beginning and not with those before it, and are put away', async () => {
    const { clock, create, change, look, recordings } = await setUp('2026-11-02T12:00:00Z');
    const { plan } = await create();
    const paused = await change(plan, { active: false });
    expect(paused.plan).toMatchObject({ active: false, next_from: null });
    clock.set(us('2026-11-05T12:00:00Z'));
    await look();
    expect(await recordings()).toEqual([]);
    const again = await change(paused.plan, { active: true });
    expect(again.plan.next_from).toBe('2026-11-06T05:00:00Z');
    const gone = await change(again.plan, { archived: true });
    clock.set(us('2026-11-07T12:00:00Z'));
    await look();
    expect(await recordings()).toEqual([]);
    expect(gone.plan.next_from).toBeNull();
  });

  it('say why a recording could not be made, and go on', async () => {
    const { plant, clock, channel, create, look, recordings, get, change } = await setUp('2026-11-02T12:00:00Z');
    const { plan } = await create();
    const other = await makeChannel(plant.deps, plant.datalogger, { key: 'other', name: 'Jiný' });
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('channels').set({ merged_into: other.id }).where('id', '=', channel.id).execute(),
    );
    clock.set(us('2026-11-03T05:00:00Z'));
    await look();
    const failed = await get(plan.id);
    expect(failed).toMatchObject({ failure: { at: '2026-11-03T05:00:00Z', code: 'validation_failed' }, next_from: '2026-11-04T05:00:00Z' });
    expect(failed.channels).toMatchObject([{ channel_id: channel.id, name: null }]);
    await change(failed, { channels: [{ channel_id: other.id, limits: null }] });
    clock.set(us('2026-11-04T05:00:00Z'));
    await look();
    expect(await recordings()).toHaveLength(1);
    expect((await get(plan.id)).failure).toBeNull();
  });

  it('tell whoever made them of a failure by mail, of several in a row once, and nobody who may not see them any more', async () => {
    const { plant, clock, channel, create, look, get, change } = await setUp('2026-11-02T12:00:00Z');
    const { plan } = await create();
    const other = await makeChannel(plant.deps, plant.datalogger, { key: 'other', name: 'Jiný' });
    const merge = (from: string, into: string | null) =>
      plant.deps.db.write(plant.organization.id, (db) =>
        db.updateTable('channels').set({ merged_into: into }).where('id', '=', from).execute(),
      );
    const mails = () => plant.deps.mail.sent.filter(({ template }) => template === 'plan_failed');
    const at = async (day: string) => {
      clock.set(us(`2026-11-${day}T05:00:00Z`));
      await look();
      return mails().length;
    };
    await merge(channel.id, other.id);
    expect(await at('03')).toBe(1);
    expect(mails()).toMatchObject([
      {
        to: plant.owner.email,
        locale: 'cs',
        params: { plan: 'Chladírna', from: '2026-11-03T05:00:00Z', time_zone: 'Europe/Prague', organization: plant.organization.name },
      },
    ]);
    expect(await at('04')).toBe(1);
    // After one that went well the next failure is told again.
    await change(await get(plan.id), { channels: [{ channel_id: other.id, limits: null }] });
    expect(await at('05')).toBe(1);
    await merge(other.id, channel.id);
    expect(await at('06')).toBe(2);
    await merge(other.id, null);
    expect(await at('07')).toBe(2);
    await merge(other.id, channel.id);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('users').set({ archived_at: clock.now() }).where('id', '=', plant.owner.id).execute(),
    );
    expect(await at('08')).toBe(2);
  });

  it('leave a row of the trail for each recording, by nobody', async () => {
    const { plant, clock, create, look } = await setUp('2026-11-02T12:00:00Z');
    await create();
    clock.set(us('2026-11-03T05:00:00Z'));
    await look();
    const trail = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').selectAll().where('verb', '=', 'recordings.create').execute(),
    );
    expect(trail).toMatchObject([{ actor_kind: 'system', actor_id: null, workspace_id: plant.workspace.id }]);
  });

  it('begin with an alarm and end when it is cleared, with minutes before and after', async () => {
    const { clock, create, recordings, get, minute, measure, rule } = await setUp('2026-11-02T12:00:00Z');
    await measure(5, 30);
    const { id } = await rule();
    const { plan } = await create({ trigger: 'alarm', starts: [], rule_id: id, before_min: 10, after_min: 5 });
    expect(plan).toMatchObject({ rule_name: 'Teplo', next_from: null });
    await minute(9);
    expect(await recordings()).toEqual([]);
    const since = clock.now();
    await minute(9);
    expect(await recordings()).toMatchObject([{ from: formatInstant(since - 10 * MINUTE), to: null }]);
    for (let i = 0; i < 3; i++) await minute(5);
    expect((await recordings())[0]!.to).toBeNull();
    // While the minutes after it last, the next alarm goes on with the same recording.
    for (let i = 0; i < 3; i++) await minute(9);
    for (let i = 0; i < 3; i++) await minute(5);
    expect(await recordings()).toHaveLength(1);
    for (let i = 0; i < 10; i++) await minute(5);
    const [one, ...more] = await recordings();
    expect(more).toEqual([]);
    expect(us(one!.to!)).toBe(since + 9 * MINUTE + 5 * MINUTE);
    // What comes later is another one.
    for (let i = 0; i < 2; i++) await minute(9);
    expect(await recordings()).toHaveLength(2);
    expect((await get(plan.id)).recordings).toHaveLength(2);
  });

  it('leave a recording of an alarm as somebody ended it, and begin nothing with alarms from before they were', async () => {
    const { send, read, create, recordings, minute, measure, rule, clock } = await setUp('2026-11-02T12:00:00Z');
    await measure(5, 30);
    const { id } = await rule();
    for (let i = 0; i < 2; i++) await minute(9);
    clock.advance(1);
    await create({ trigger: 'alarm', starts: [], rule_id: id });
    await minute(9);
    expect(await recordings()).toEqual([]);
    for (let i = 0; i < 3; i++) await minute(5);
    for (let i = 0; i < 2; i++) await minute(9);
    const [listed] = (await read<{ items: Recording[] }>('/recordings')).items;
    const stopped = await send('POST', `/recordings/${listed!.id}/stop`, { rev: listed!.rev });
    const { to } = (await stopped.json()) as Recording;
    for (let i = 0; i < 5; i++) await minute(5);
    expect((await recordings())[0]!.to).toBe(to);
  });

  it('end a recording whose alarm is there no more', async () => {
    const { plant, clock, create, recordings, minute, measure, rule, look } = await setUp('2026-11-02T12:00:00Z');
    await measure(5, 30);
    const { id } = await rule();
    await create({ trigger: 'alarm', starts: [], rule_id: id, after_min: 5 });
    for (let i = 0; i < 2; i++) await minute(9);
    expect(await recordings()).toMatchObject([{ to: null }]);
    await plant.deps.db.write(plant.organization.id, (db) => db.deleteFrom('alarms').where('rule_id', '=', id).execute());
    clock.advance(MINUTE);
    await look();
    expect((await recordings())[0]!.to).toBe(formatInstant(clock.now()));
  });

  it('want what their trigger needs, of their workspace, from whoever may write', async () => {
    const { plant, create, body, rule, change } = await setUp('2026-11-02T12:00:00Z');
    const { id } = await rule();
    const refused = [
      { starts: [] },
      { trigger: 'week', days: [] },
      { trigger: 'times', days: [1], length_min: null },
      { trigger: 'times', days: [], length_min: 60 },
      { trigger: 'times', days: [1, 1], length_min: 60 },
      { trigger: 'alarm', starts: [] },
      { starts: ['24:00'] },
      { channels: [] },
    ];
    for (const over of refused) expect([over, (await create(over)).status]).toEqual([over, 422]);
    const foreign = await testPlant(engine, { deps: plant.deps });
    const theirs = await makeChannel(foreign.deps, foreign.datalogger, { key: 'x' });
    expect((await create({ channels: [{ channel_id: theirs.id, limits: null }] })).status).toBe(422);
    expect((await foreign.send('POST', '/recording-plans', body({ trigger: 'alarm', starts: [], rule_id: id }))).status).toBe(422);
    // What a rule is called is known in its workspace, whether the plan goes by it or not.
    const other = await makeWorkspace(plant.deps, plant.organization);
    const there = await makeChannel(plant.deps, await makeDatalogger(plant.deps, other), { key: 'there' });
    expect((await create({ channels: [{ channel_id: there.id, limits: null }], rule_id: id })).status).toBe(422);
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect((await plant.send('POST', '/recording-plans', body(), viewer)).status).toBe(403);
    const elsewhere = await plant.member('technician', (await makeWorkspace(plant.deps, plant.organization)).id);
    expect((await plant.send('POST', '/recording-plans', body(), elsewhere)).status).toBe(422);
    const { plan } = await create();
    expect((await plant.app.request(`${plant.root}/recording-plans/${plan.id}`, { headers: elsewhere })).status).toBe(404);
    expect((await change({ ...plan, rev: 9 }, { active: false })).status).toBe(409);
  });
});
