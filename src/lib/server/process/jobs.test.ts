import { describe, expect, it } from 'vitest';
import { signedIn } from '../auth/testing.ts';
import type { Timers } from '../kernel/timers.ts';
import { ENGINES, makeUser, testDeps } from '../testing/testing.ts';
import { JOBS, startJobs } from './jobs.ts';

const DAY_US = 86_400e6;

/** Timers that go off when the test says so. */
function handTimers() {
  const set = new Set<() => void>();
  const timers: Timers = {
    setTimeout: () => undefined,
    clearTimeout: () => {},
    setInterval: (run) => {
      set.add(run);
      return run;
    },
    clearInterval: (run) => set.delete(run as () => void),
  };
  return { timers, set, fire: () => [...set].forEach((run) => void run()) };
}

describe.each(ENGINES)('jobs on %s', (engine) => {
  it('forget a session a day after its end and no other', async () => {
    const deps = await testDeps(engine);
    const user = await makeUser(deps);
    const ids = () => deps.db.read(null, (db) => db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute());
    await signedIn(deps, user);
    deps.clock.advance(1.5 * DAY_US);
    await signedIn(deps, user);
    const job = JOBS.find(({ name }) => name === 'sessions.forget');
    await job?.run(deps);
    expect(await ids()).toHaveLength(2);
    deps.clock.advance(DAY_US);
    await job?.run(deps);
    expect(await ids()).toHaveLength(1);
  });

  it('forget failed log-ins after a day', async () => {
    const deps = await testDeps(engine);
    const now = deps.clock.now();
    const attempt = (key: string, at: number) => ({ key, failures: 3, first_at: at, last_at: at });
    const keys = ['old', 'new'].map((age) => `${age} ${deps.ids.token(8)} ${engine}`) as [string, string];
    await deps.db.write(null, (db) =>
      db
        .insertInto('login_attempts')
        .values([attempt(keys[0], now - 1.1 * DAY_US), attempt(keys[1], now - 0.9 * DAY_US)])
        .execute(),
    );
    await JOBS.find(({ name }) => name === 'login_attempts.forget')?.run(deps);
    const left = await deps.db.read(null, (db) => db.selectFrom('login_attempts').select('key').where('key', 'in', keys).execute());
    expect(left.map(({ key }) => key)).toEqual([keys[1]]);
  });
});

describe('the timetable', () => {
  it('runs a job again after a failure, which is logged', async () => {
    const deps = await testDeps('sqlite');
    const hand = handTimers();
    let runs = 0;
    const job = {
      name: 'test.fail',
      everyMs: 1,
      run: async () => {
        runs += 1;
        throw new Error('no luck');
      },
    };
    const jobs = startJobs([job], deps, hand.timers);
    for (const turn of [1, 2]) {
      hand.fire();
      await expect.poll(() => deps.lines.filter((line) => line.msg === 'job failed').length).toBe(turn);
    }
    expect(runs).toBe(2);
    await jobs.stop();
  });

  it('never runs a job beside itself, and its end waits for the running one', async () => {
    const deps = await testDeps('sqlite');
    const hand = handTimers();
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    const job = {
      name: 'test.slow',
      everyMs: 1,
      run: async () => {
        runs += 1;
        await gate.promise;
      },
    };
    const jobs = startJobs([job], deps, hand.timers);
    hand.fire();
    hand.fire();
    expect(runs).toBe(1);
    let ended = false;
    const end = jobs.stop().then(() => {
      ended = true;
    });
    await new Promise(setImmediate);
    expect(ended).toBe(false);
    gate.resolve();
    await end;
    expect(hand.set.size).toBe(0);
  });
});
