import { describe, expect, it } from 'vitest';
import { machine } from '../../contract/machines.ts';
import { shiftCalendar } from '../../contract/shift-calendars.ts';
import { tokenHash } from '../credentials/logger-token.ts';
import { ENGINES, freshDatabase, makeOrganization, makeUser, makeWorkspace, testClock, testDeps } from '../testing/testing.ts';
import { DEMO_LOGGERS, historyMoments } from './model.ts';
import { DEMO_MACHINES, DEMO_PEOPLE, DEMO_SHIFTS, demoExceptions } from './plant.ts';
import { seedDemo } from './seed.ts';
import { DEMO_RULES } from './seed-alarms.ts';
import { DEMO_CALIBRATIONS } from './seed-calibrations.ts';
import { seedPlant } from './seed-plant.ts';
import { DEMO_RECORDINGS } from './seed-recordings.ts';
import { demoWords, isDemoWord } from './words.ts';

describe('the plant of the demo', () => {
  it('has a machine for loggers of its own workspace only, each logger on one machine at most', () => {
    const seen = new Set<string>();
    for (const { workspace, loggers } of DEMO_MACHINES)
      for (const code of loggers) {
        expect(DEMO_LOGGERS.find((logger) => logger.code === code)?.workspace).toBe(workspace);
        expect(seen.has(code)).toBe(false);
        seen.add(code);
      }
    expect(new Set(DEMO_MACHINES.map(({ status }) => status)).size).toBe(machine.shape.status.options.length);
  });

  it('records channels that its loggers have', () => {
    for (const { code, limits } of DEMO_RECORDINGS)
      for (const key of Object.keys(limits))
        expect(DEMO_LOGGERS.find((logger) => logger.code === code)?.channels.map((channel) => channel.key)).toContain(key);
  });

  it('calibrates channels that its loggers measure', () => {
    for (const { code, key } of DEMO_CALIBRATIONS)
      expect(DEMO_LOGGERS.find((logger) => logger.code === code)?.channels.find((channel) => channel.key === key)?.kind).toBe('gauge');
  });

  it('watches channels that its loggers have', () => {
    for (const { code, key } of DEMO_RULES)
      expect(DEMO_LOGGERS.find((logger) => logger.code === code)?.channels.map((channel) => channel.key)).toContain(key);
  });

  it('has shifts that the contract takes, one of them through midnight', () => {
    for (const shifts of Object.values(DEMO_SHIFTS))
      expect(
        shiftCalendar.shape.shifts.safeParse(shifts).success && shiftCalendar.shape.exceptions.safeParse(demoExceptions(2026)).success,
      ).toBe(true);
    expect(DEMO_SHIFTS.hall.some(({ start, end }) => end < start)).toBe(true);
  });
});

describe('the words of the demo', () => {
  it('are known in every language, whatever the plant calls by a name', () => {
    const shifts = [...Object.values(DEMO_SHIFTS).flat(), ...demoExceptions(2026).flatMap((day) => [day, ...day.shifts])];
    const said = [
      ...DEMO_LOGGERS.flatMap(({ name, kind, place, channels }) => [name, kind, place, ...channels.map((channel) => channel.name)]),
      ...DEMO_RULES.map(({ name }) => name),
      ...DEMO_RECORDINGS.flatMap(({ name, signed, notes = [] }) => [name, signed ?? '', ...notes.map(([, text]) => text)]),
      ...DEMO_MACHINES.flatMap(({ name, kind, hall, line, note }) => [name, kind, hall, line ?? '', note ?? '']),
      ...shifts.flatMap((one) => [one.name, ...('breaks' in one ? one.breaks.map(({ name }) => name) : [])]),
      ...DEMO_LOGGERS.flatMap(({ channels }) => channels.filter(({ kind }) => kind === 'text'))
        .flatMap((channel) => Array.from({ length: 500 }, (_, hour) => channel.at(1_780_000_000 + hour * 1_800)))
        .map(String),
    ];
    expect([...new Set(said)].filter((text) => text !== '' && !isDemoWord(text))).toEqual([]);
  });

  it('are translated, and what is no word stays', () => {
    expect(demoWords('cs')('Pec 3')).toBe('Pec 3');
    expect(demoWords('en')('Pec 3')).toBe('Oven 3');
    expect(demoWords('sk')('Dveře')).toBe('Dvere');
    expect(demoWords('en')('Klimatech')).toBe('Klimatech');
  });
});

describe.each(ENGINES)('the demo on %s', (engine) => {
  it('that was cut off while it was made is made whole by the next start, and its loggers may send again', {
    timeout: 120_000,
  }, async () => {
    const clock = testClock();
    const { db } = await freshDatabase(engine, clock);
    let left = 3;
    const commit: typeof db.readings.commit = (message) => {
      if (left-- === 0) return Promise.reject(new Error('the power went'));
      return db.readings.commit(message);
    };
    const deps = await testDeps(engine, { db, clock });
    const cut = { ...deps, db: { ...db, readings: { ...db.readings, commit } } };
    await expect(seedDemo(cut, 'first', 'cs')).rejects.toThrow('the power went');
    const plant = await seedDemo(deps, 'second', 'en');
    expect(plant.locale).toBe('cs');
    expect(plant.loggers.map(({ code }) => code).sort()).toEqual(DEMO_LOGGERS.map(({ code }) => code).sort());

    const [user, ...others] = await db.read(null, (reader) =>
      reader.selectFrom('users').selectAll().where('email', '=', plant.email).execute(),
    );
    expect([user?.password_hash, others]).toEqual(['second', []]);
    const [organization] = await db.read({ directory: true }, (reader) => reader.selectFrom('organizations').selectAll().execute());
    const { readings, good } = await db.read(organization!.id, async (reader) => ({
      readings: (
        await reader
          .selectFrom('readings')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
      good: await reader.selectFrom('credentials').select('token_hash').where('revoked_at', 'is', null).execute(),
    }));
    const wanted = DEMO_LOGGERS.reduce((sum, logger) => sum + historyMoments(logger, clock.now() / 1e6).length * logger.channels.length, 0);
    expect(Number(readings)).toBe(wanted);
    // Tokens that nobody knows any more are worth nothing.
    expect(good.map(({ token_hash }) => token_hash).sort()).toEqual(plant.loggers.map(({ token }) => tokenHash(token)).sort());
  });

  it('begins with machines that have their loggers, colleagues who can not sign in, and shifts', async () => {
    const clock = testClock();
    const { db } = await freshDatabase(engine, clock);
    const deps = await testDeps(engine, { db, clock });
    const organization = await makeOrganization(deps);
    const [hall, store] = [await makeWorkspace(deps, organization), await makeWorkspace(deps, organization)];
    const user = await makeUser(deps);
    const plant = {
      organizationId: organization.id,
      userId: user.id,
      workspaces: { hall: hall.id, store: store.id },
      now: clock.now(),
      locale: 'en' as const,
    };
    const machineOf = await deps.db.write(organization.id, (writer) => seedPlant(writer, deps.ids, { ...plant, domain: 'plant.example' }));
    expect(machineOf.size).toBe(DEMO_MACHINES.flatMap(({ loggers }) => loggers).length);
    const rows = await deps.db.read(organization.id, async (reader) => ({
      machines: await reader.selectFrom('machines').selectAll().execute(),
      passwords: await reader.selectFrom('users').select('password_hash').where('email', 'like', '%@plant.example').execute(),
      calendars: await reader.selectFrom('shift_calendars').selectAll().execute(),
    }));
    expect(rows.machines).toHaveLength(DEMO_MACHINES.length);
    expect(rows.machines.every((row) => row.search !== '' && row.name_key !== '')).toBe(true);
    expect(rows.passwords.map((row) => row.password_hash)).toEqual(DEMO_PEOPLE.map(() => ''));
    expect(rows.calendars).toHaveLength(2);
    expect(rows.machines.map(({ name }) => name)).toContain('Oven 3');
    expect(JSON.stringify([rows.calendars, rows.machines.map(({ kind, hall, line, note }) => [kind, hall, line, note])])).not.toMatch(
      /[ěřů]/i,
    );
  });
});
