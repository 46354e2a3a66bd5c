import { describe, expect, it } from 'vitest';
import type { Measurement } from '../../contract/measurements.ts';
import type { StoredTap } from '../../contract/tap-events.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { ENGINES, makeMembership, makeUser, TEST_NOW } from '../testing/testing.ts';
import { END_GRACE_MS } from './admission.ts';
import { tapsRepo } from './taps.repo.ts';
import { MOST_TAPS } from './taps.service.ts';
import { ACTIVITY_IDS as A } from './testing.ts';
import { measuredPlant, tablet } from './testing-plant.ts';

/** Rows of one statement. */
const PART = 2_000;

/** A measurement of a shift that the owner captured, and people of the workspace who may capture. */
async function hall(engine: (typeof ENGINES)[number]) {
  const all = await measuredPlant(engine);
  const { plant, screen, open, send, rowOf } = all;
  const tap = tablet('owner');
  const [packing, walking, stop] = [tap('switch', 0, { activity: A.packing }), tap('switch', 20, { activity: A.walking }), tap('stop', 25)];
  const { id } = await open();
  await send(id, [packing, walking]);
  const finish = () => send(id, [stop]);
  const archive = async () => plant.send('PATCH', `/measurements/${id}`, { rev: (await rowOf(id)).rev, archived: true });
  const as = (role: string) => plant.member(role, plant.workspace.id);
  /** Status or code of each tap. */
  const told = async (taps: readonly Tap[], who: Record<string, string>, measurement = id) =>
    (await send(measurement, taps, who)).results.map(({ status, code }) => code ?? status);
  const join = (who: Record<string, string>) => plant.send('POST', '/measurements', { id, screen_id: screen, screen_version: 1 }, who);
  return { ...all, id, packing, walking, stop, finish, archive, as, told, join };
}
const corrections = (target: Tap, tap: ReturnType<typeof tablet>): Tap[] => [
  tap('retract', 30, { target: target.id }),
  tap('move', 30, { target: target.id, value: 60_000 }),
  tap('relabel', 30, { target: target.id, activity: A.fault }),
  tap('rate', 30, { target: target.id, value: 150 }),
  tap('annotate', 30, { target: target.id, text: 'x' }),
];

describe.each(ENGINES)('taps of a measurement on %s', (engine) => {
  it('are refused from everybody once it is archived, those that are stored already are not', async () => {
    const { id, packing, finish, archive, as, told, rowOf, plant, entriesOf } = await hall(engine);
    await finish();
    await archive();
    const before = [await rowOf(id), await entriesOf(id)];
    for (const role of ['operator', 'observer', 'analyst', 'manager']) {
      const tap = tablet(role);
      const taps = [tap('switch', 10, { activity: A.fault }), ...corrections(packing, tap)];
      expect([role, await told(taps, await as(role))]).toEqual([role, taps.map(() => 'measurement_archived')]);
    }
    expect(await told([packing, tablet('x')('retract', 30, { target: packing.id })], plant.headers)).toEqual([
      'duplicate',
      'measurement_archived',
    ]);
    expect([await rowOf(id), await entriesOf(id)]).toEqual(before);
  });

  it('of somebody else are corrected by whoever may edit measurements only, while it runs and after its end', async () => {
    const { id, packing, finish, as, told, entriesOf } = await hall(engine);
    for (const state of ['running', 'finished']) {
      if (state === 'finished') await finish();
      const before = await entriesOf(id);
      for (const role of ['operator', 'observer']) {
        const taps = corrections(packing, tablet(`${role}-${state}`));
        const codes = await told(taps, await as(role));
        expect([role, state, codes]).toEqual([role, state, taps.map(() => (state === 'running' ? 'forbidden' : 'measurement_finished'))]);
      }
      expect(await entriesOf(id)).toEqual(before);
      for (const role of ['analyst', 'manager'])
        expect(await told([tablet(`${role}-${state}`)('rate', 30, { target: packing.id, value: 95 })], await as(role))).toEqual([
          'accepted',
        ]);
    }
  });

  it('are corrected by whoever tapped them while it runs; what somebody else said of them stays', async () => {
    const { plant, id, as, told } = await hall(engine);
    const [operator, other] = [await as('operator'), await as('operator')];
    const [tap, foreign] = [tablet('one'), tablet('two')];
    const fault = tap('switch', 21, { activity: A.fault });
    const moved = tap('move', 22, { target: fault.id, value: -1_000 });
    expect(await told([fault, moved, ...corrections(fault, tap)], operator)).toEqual(Array(7).fill('accepted'));
    expect(await told([foreign('retract', 23, { target: fault.id }), foreign('retract', 23, { target: moved.id })], other)).toEqual([
      'forbidden',
      'forbidden',
    ]);
    const said = tablet('desk')('relabel', 24, { target: fault.id, activity: A.walking });
    await told([said], plant.headers);
    expect(await told([tap('retract', 25, { target: said.id })], operator)).toEqual(['forbidden']);
    expect(id).toBeTruthy();
  });

  it('of somebody else are not shifted by a clock that is told for his session', async () => {
    const { packing, as, told, rowOf, id } = await hall(engine);
    const operator = await as('operator');
    const started = (await rowOf(id)).started_at;
    const tap = tablet('operator');
    const wrong = tap('clock', 26, { session: packing.session, value: -3_600_000 });
    expect(await told([wrong], operator)).toEqual(['forbidden']);
    // Whoever taps into the session of another doesn't get it.
    expect(await told([tap('note', 26, { session: packing.session, text: 'x' }), { ...wrong, id: crypto.randomUUID() }], operator)).toEqual(
      ['accepted', 'forbidden'],
    );
    expect((await rowOf(id)).started_at).toBe(started);
    expect(await told([tap('note', 27, { text: 'x' }), tap('clock', 27, { value: -5_000 })], operator)).toEqual(['accepted', 'accepted']);
  });

  it('of a tablet that was without network from before the end to after it are taken from whoever had joined', async () => {
    const { id, packing, finish, as, told, join, rowOf } = await hall(engine);
    const [joined, tapped, stranger] = [await as('operator'), await as('observer'), await as('operator')];
    expect((await join(joined)).status).toBe(201);
    const early = tablet('tapped');
    const before = early('switch', 21, { activity: A.fault });
    await told([before], tapped);
    await finish();
    const late = (name: string) => {
      const tap = tablet(name);
      const fault = tap('switch', 10, { activity: A.fault });
      // He corrects what he noted without network too, and his clock is told when he is back.
      return [
        fault,
        tap('move', 11, { target: fault.id, value: -1_000 }),
        tap('note', 12, { text: 'film' }),
        tap('clock', 12, { value: 2_000 }),
      ];
    };
    expect(await told(late('joined'), joined)).toEqual(Array(4).fill('accepted'));
    expect(await told(late('more'), tapped)).toEqual(Array(4).fill('accepted'));
    expect(await told(late('stranger'), stranger)).toEqual(Array(4).fill('measurement_finished'));
    // To join after the end comes too late.
    expect((await join(stranger)).status).toBe(201);
    expect(await told(late('again'), stranger)).toEqual(Array(4).fill('measurement_finished'));
    // What the finished measurement is made of stays, also what he tapped himself, whatever moment he claims.
    expect(await told([early('retract', 22, { target: before.id }), early('retract', 22, { target: packing.id })], tapped)).toEqual([
      'measurement_finished',
      'forbidden',
    ]);
    expect((await rowOf(id)).state).toBe('finished');
  });

  it('go on when whoever ended it takes the end back at once; later only whoever may edit does', async () => {
    const { plant, screen, as, told } = await hall(engine);
    const user = await makeUser(plant.deps);
    await makeMembership(plant.deps, plant.organization, user, 'operator', { workspace_id: plant.workspace.id });
    const operator = bearer(await signedIn(plant.deps, user));
    const opened = await plant.send('POST', '/measurements', { screen_id: screen, screen_version: 1 }, operator);
    const { id } = (await opened.json()) as Measurement;
    const tap = tablet('operator');
    const [packing, stop] = [tap('switch', 0, { activity: A.packing }), tap('stop', 5)];
    expect(await told([packing, stop, tap('clock', 5, { value: -2_000 })], operator, id)).toEqual(Array(3).fill('accepted'));
    expect(await told([tap('clock', 5, { value: -1_500 }), tap('retract', 6, { target: packing.id })], operator, id)).toEqual([
      'accepted',
      'measurement_finished',
    ]);
    const back = [tap('retract', 6, { target: stop.id }), tap('rate', 6, { target: packing.id, value: 90 }), tap('stop', 8)];
    expect(await told(back, operator, id)).toEqual(Array(3).fill('accepted'));
    plant.deps.clock.advance((END_GRACE_MS + 1) * 1_000);
    const late = tap('retract', 9, { target: back[2]!.id });
    const again = bearer(await signedIn(plant.deps, user));
    expect(await told([late, tap('clock', 9, { value: 9_000 })], again, id)).toEqual(['measurement_finished', 'measurement_finished']);
    const seen = async (who: Record<string, string>) =>
      ((await (await plant.send('GET', `/measurements/${id}`, undefined, who)).json()) as Measurement).state;
    const analyst = await as('analyst');
    expect(await seen(analyst)).toBe('finished');
    expect(await told([{ ...late, id: crypto.randomUUID() }], analyst, id)).toEqual(['accepted']);
    expect(await seen(analyst)).toBe('running');
  });

  it('raise its revision, and refused or repeated ones do not', async () => {
    const { id, packing, finish, as, told, rowOf, plant } = await hall(engine);
    await finish();
    const { rev } = await rowOf(id);
    await told([packing], plant.headers);
    await told([tablet('operator')('retract', 30, { target: packing.id })], await as('operator'));
    expect((await rowOf(id)).rev).toBe(rev);
    await told([tablet('desk')('retract', 30, { target: packing.id })], await as('analyst'));
    expect((await rowOf(id)).rev).toBe(rev + 1);
    expect((await plant.send('PATCH', `/measurements/${id}`, { rev, note: 'x' })).status).toBe(409);
  });

  it('are taken up to the last one that a measurement may have; the one beyond fails alone, and what was there stays', async () => {
    const { plant, id, packing, send, told, rowOf } = await hall(engine);
    const tap = tablet('busy');
    const note = (minutes: number) => tap('annotate', minutes, { target: packing.id, text: 'x' });
    // Two from the owner are stored already; two more fit.
    await plant.deps.db.write(plant.organization.id, async (db) => {
      const repo = tapsRepo({ db, organization_id: plant.organization.id, measurement_id: id });
      for (let seq = 3; seq <= MOST_TAPS - 2; seq += PART) {
        const part = Array.from({ length: Math.min(PART, MOST_TAPS - 1 - seq) }, () => note(21));
        await repo.insert(
          part.map((one, at) => ({ id: one.id, seq: seq + at, body: JSON.stringify(one), received_at: TEST_NOW, user_id: plant.owner.id })),
        );
      }
      await db
        .updateTable('measurements')
        .set({ tap_count: MOST_TAPS - 2 })
        .where('organization_id', '=', plant.organization.id)
        .where('id', '=', id)
        .execute();
    });
    const [last, beyond] = [[note(22), note(23)], note(24)];
    expect(await told([...last, beyond, packing], plant.headers)).toEqual(['accepted', 'accepted', 'over_quota', 'duplicate']);
    expect((await send(id, [beyond])).results).toEqual([{ id: beyond.id, status: 'failed', code: 'over_quota' }]);
    expect(await rowOf(id)).toMatchObject({ tap_count: MOST_TAPS, seq: MOST_TAPS });
    const stored = await plant.get<{ items: StoredTap[] }>(`/measurements/${id}/taps?since=${MOST_TAPS - 2}`);
    expect(stored.items.map((one) => one.id)).toEqual(last.map((one) => one.id));
    const end = tap('stop', 25);
    expect(await told([end, note(26)], plant.headers)).toEqual(['accepted', 'over_quota']);
    expect(await rowOf(id)).toMatchObject({ state: 'finished', tap_count: MOST_TAPS + 1 });
    const backAndForth = Array.from({ length: 30 }, () => tap('retract', 27, { target: end.id }));
    expect((await told(backAndForth, plant.headers)).filter((status) => status === 'accepted')).toHaveLength(19);
  });
});
