import { describe, expect, it } from 'vitest';
import type { MailMessage } from '../kernel/mail-messages.ts';
import type { NewRow } from '../kernel/schema.ts';
import { loggerTypesRepo } from '../logger-types/logger-types.repo.ts';
import {
  ENGINES,
  freshDatabase,
  makeChannel,
  makeDatalogger,
  makeMembership,
  makeOrganization,
  makeUser,
  makeWorkspace,
  type TestDeps,
  testClock,
  testDeps,
} from '../testing/testing.ts';
import { silentLoggersJob } from './silent-loggers.ts';

const SECOND_US = 1e6;
const MINUTE_US = 60 * SECOND_US;

type Mail = Extract<MailMessage, { template: 'silent_loggers' }>;

/** A plant whose job looks each minute; the job looks at all organisations, so each test has a database of its own. */
const stampsOf = (at: number) => ({ created_at: at, created_by: null, updated_at: at, updated_by: null, archived_at: null });

async function setUp(engine: (typeof ENGINES)[number]) {
  const clock = testClock();
  const { db } = await freshDatabase(engine, clock);
  const deps = await testDeps(engine, { clock, db });
  const organization = await makeOrganization(deps, { name: 'Pekárna' });
  const workspace = await makeWorkspace(deps, organization);
  const job = silentLoggersJob();
  /** Lets so many minutes pass, with a look in each. */
  const pass = async (minutes: number, jobs = [job], as: TestDeps = deps) => {
    for (let i = 0; i < minutes; i++) {
      clock.advance(MINUTE_US);
      await Promise.all(jobs.map((one) => one.run(as)));
    }
  };
  const logger = (name: string, over: Partial<NewRow<'dataloggers'>> = {}, where = workspace) =>
    makeDatalogger(deps, where, { name, first_seen_at: clock.now(), last_seen_at: clock.now(), ...over });
  const person = async (
    silent_loggers: string | null,
    role = 'viewer',
    where: string | null = workspace.id,
    over: Partial<NewRow<'users'>> = {},
  ) => {
    const notifications = silent_loggers === null ? '{}' : JSON.stringify({ new_device: true, silent_loggers });
    const user = await makeUser(deps, { notifications, ...over });
    await makeMembership(deps, organization, user, role, { workspace_id: where });
    return user;
  };
  const change = (id: string, columns: Partial<NewRow<'dataloggers'>>) =>
    deps.db.write(organization.id, (writer) => writer.updateTable('dataloggers').set(columns).where('id', '=', id).execute());
  const speak = (id: string) => change(id, { last_seen_at: clock.now() });
  const favorite = (userId: string, entity: string, entity_id: string) =>
    deps.db.write(organization.id, (writer) =>
      writer
        .insertInto('favorites')
        .values({ organization_id: organization.id, user_id: userId, entity, entity_id, created_at: clock.now() })
        .execute(),
    );
  const mails = () => deps.mail.sent.filter((message): message is Mail => message.template === 'silent_loggers');
  /** To whom which loggers were told, in the order of the mails. */
  const told = () => mails().map(({ to, params }) => `${to}: ${params.loggers.map(({ name }) => name).join(', ')}`);
  return { deps, clock, organization, workspace, mails, told, pass, logger, person, speak, change, favorite };
}

describe.each(ENGINES)('mail about silent loggers on %s', (engine) => {
  it('waits as long as the type of the logger says', async () => {
    const plant = await setUp(engine);
    await plant.person('all');
    const logger_type_id = plant.deps.ids.uuid();
    await plant.deps.db.write(plant.organization.id, (db) =>
      loggerTypesRepo({ db, organization_id: plant.organization.id }).insert({
        ...stampsOf(plant.clock.now()),
        id: logger_type_id,
        key: null,
        name: 'Převodník',
        maker: null,
        model: null,
        notes: null,
        manual_url: null,
        sampling_interval_s: null,
        sending_interval_s: 120,
        offline_after: 3,
        sample: null,
        draft: null,
        version: null,
      }),
    );
    await plant.logger('Pec', { expected_interval_s: null, logger_type_id });
    await plant.logger('Lis', { expected_interval_s: 600, logger_type_id });
    await plant.pass(6);
    expect(plant.told()).toEqual([]);
    await plant.pass(1);
    expect(plant.mails().flatMap(({ params }) => params.loggers.map(({ name }) => name))).toEqual(['Pec']);
  });

  it('is queued once for an outage, when the logger is offline by the rule of its state', async () => {
    const plant = await setUp(engine);
    const { email } = await plant.person('all');
    const oven = await plant.logger('Pec', { place: 'Hala 1' });
    await plant.pass(5);
    expect(plant.told()).toEqual([]);
    await plant.pass(1);
    expect(plant.mails()).toEqual([
      {
        to: email,
        locale: 'cs',
        template: 'silent_loggers',
        until: plant.clock.now() + 12 * 60 * MINUTE_US,
        params: {
          organization: 'Pekárna',
          loggers: [{ name: 'Pec', place: 'Hala 1', since: '2026-03-02T08:00:00Z', time_zone: 'Europe/Prague' }],
          url: `${plant.deps.config.siteUrl}/dlog/dataloggers?state=offline&org=${plant.organization.id}`,
        },
      },
    ]);
    await plant.pass(180);
    expect(plant.mails()).toHaveLength(1);
    await plant.speak(oven.id);
    await plant.pass(6);
    expect(plant.told()).toEqual([`${email}: Pec`, `${email}: Pec`]);
  });

  it('gathers an hour: what falls silent meanwhile comes in the next mail, and what spoke again does not', async () => {
    const plant = await setUp(engine);
    const { email } = await plant.person('all');
    await plant.logger('A');
    const [b, c] = [await plant.logger('B'), await plant.logger('C')];
    /** Minutes in which some go on sending. */
    const go = async (minutes: number, speaking: { id: string }[]) => {
      for (let i = 0; i < minutes; i++) {
        for (const { id } of speaking) await plant.speak(id);
        await plant.pass(1);
      }
    };
    await go(10, [b, c]);
    expect(plant.told()).toEqual([`${email}: A`]);
    await go(20, []);
    await go(35, [c]);
    expect(plant.told()).toEqual([`${email}: A`]);
    await go(1, [c]);
    expect(plant.told()).toEqual([`${email}: A`, `${email}: B`]);
  });

  it('goes to nobody who did not ask for it, may not read the logger, or left', async () => {
    const plant = await setUp(engine);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization);
    await plant.person(null, 'owner', null);
    await plant.person('none', 'owner', null);
    await plant.person('favorites', 'owner', null);
    await plant.person('all', 'observer');
    await plant.person('all', 'viewer', elsewhere.id);
    await plant.person('all', 'viewer', plant.workspace.id, { archived_at: plant.clock.now() });
    const gone = await plant.person('all', 'viewer');
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('people').set({ archived_at: plant.clock.now() }).where('id', '=', gone.id).execute(),
    );
    const reader = await plant.person('all', 'auditor', null);
    const everywhere = await makeUser(plant.deps, { access_all_orgs: 1, notifications: '{"silent_loggers":"all"}' });
    const other = await makeOrganization(plant.deps);
    await plant.logger('Cizí', {}, await makeWorkspace(plant.deps, other));
    await plant.logger('Pec');
    await plant.pass(7);
    expect(plant.told()).toEqual([`${reader.email}: Pec`]);
    expect(everywhere.email).not.toBe(reader.email);
  });

  it('tells of favourites: the logger marked, one of its channels, or the machine it stands on', async () => {
    const plant = await setUp(engine);
    const machine = plant.deps.ids.uuid();
    const oven = await plant.logger('Pec', { machine_id: machine });
    const fridge = await plant.logger('Chladírna', { last_seen_at: plant.clock.now() + 1 });
    await plant.logger('Nikoho');
    const channel = await makeChannel(plant.deps, fridge);
    const marks: [string, string, string][] = [
      ['dataloggers', oven.id, 'Pec'],
      ['machines', machine, 'Pec'],
      ['channels', channel.id, 'Chladírna'],
    ];
    const expected: string[] = [];
    for (const [entity, id, name] of marks) {
      const { id: user, email } = await plant.person('favorites');
      await plant.favorite(user, entity, id);
      expected.push(`${email}: ${name}`);
    }
    const both = await plant.person('favorites');
    for (const [entity, id] of marks) await plant.favorite(both.id, entity, id);
    await plant.pass(7);
    expect(plant.told().toSorted()).toEqual([...expected, `${both.email}: Pec, Chladírna`].toSorted());
  });

  it('leaves paused, archived and never seen loggers alone, and those that were just switched on again', async () => {
    const plant = await setUp(engine);
    const { email } = await plant.person('all');
    const now = plant.clock.now();
    const paused = await plant.logger('Pozastavený', { paused_at: now });
    await plant.logger('Archivovaný', { archived_at: now });
    await plant.logger('Bez zprávy', { first_seen_at: null, last_seen_at: null });
    await plant.logger('V archivu', {}, await makeWorkspace(plant.deps, plant.organization, { archived_at: now }));
    await plant.pass(20);
    expect(plant.told()).toEqual([]);
    await plant.change(paused.id, { paused_at: null, updated_at: plant.clock.now() });
    await plant.pass(5);
    expect(plant.told()).toEqual([]);
    await plant.pass(1);
    expect(plant.told()).toEqual([`${email}: Pozastavený`]);
    await plant.change(paused.id, { paused_at: plant.clock.now() });
    await plant.pass(2);
    const left = await plant.deps.db.read(plant.organization.id, (db) => db.selectFrom('logger_outages').select('id').execute());
    expect(left).toEqual([]);
  });

  it('gives loggers the time to report after the server was away', async () => {
    const plant = await setUp(engine);
    const { email } = await plant.person('all');
    const dead = await plant.logger('Mrtvý');
    const alive = await plant.logger('Živý');
    await plant.pass(2);
    plant.clock.advance(8 * 60 * MINUTE_US);
    await plant.pass(1);
    await plant.speak(alive.id);
    await plant.pass(2);
    expect(plant.told()).toEqual([]);
    await plant.pass(1);
    expect(plant.told()).toEqual([`${email}: Mrtvý`]);
    expect(dead.id).not.toBe(alive.id);
  });

  it('is one mail when two processes look at once', async () => {
    const plant = await setUp(engine);
    const readers = await Promise.all([plant.person('all'), plant.person('all', 'owner', null)]);
    for (const name of ['A', 'B', 'C']) await plant.logger(name);
    const jobs = [1, 2, 3].map(silentLoggersJob);
    await plant.pass(10, jobs);
    expect(plant.told().toSorted()).toEqual(readers.map(({ email }) => `${email}: A, B, C`).toSorted());
  });

  it('is told to the others when it fails for one organisation', async () => {
    const plant = await setUp(engine);
    const { email } = await plant.person('all');
    await plant.logger('Pec');
    const other = await makeOrganization(plant.deps);
    const elsewhere = await makeWorkspace(plant.deps, other);
    const user = await makeUser(plant.deps, { email: 'broken@example.com', notifications: '{"silent_loggers":"all"}' });
    await makeMembership(plant.deps, other, user, 'owner');
    await plant.logger('Jinde', {}, elsewhere);
    const { mail } = plant.deps;
    const put: typeof mail.put = (db, message, cause) =>
      message.to === user.email ? Promise.reject(new Error('no luck')) : mail.put(db, message, cause);
    await plant.pass(8, [silentLoggersJob()], { ...plant.deps, mail: { ...mail, put } });
    expect(plant.told()).toEqual([`${email}: Pec`]);
    expect(failures(plant.deps)).toBeGreaterThan(0);
  });

  it('leaves everybody else a turn after each organisation, and ends there when the process does', async () => {
    const plant = await setUp(engine);
    for (let i = 0; i < 3; i++) await makeOrganization(plant.deps);
    const { db } = plant.deps;
    let looks = 0;
    const read: typeof db.read = (reach, work) => {
      if (typeof reach === 'string') looks += 1;
      return db.read(reach, work);
    };
    let stopping = false;
    const look = () => {
      stopping = looks > 0;
      if (!stopping) setImmediate(look);
    };
    setImmediate(look);
    await silentLoggersJob().run({ ...plant.deps, db: { ...db, read }, stopping: () => stopping });
    expect(looks).toBe(1);
  });

  it('is none for whom a rule of silence tells as an alarm', async () => {
    const { deps, organization, pass, logger, person, told, clock } = await setUp(engine);
    const reader = await person('all');
    const other = await person('all');
    const silent = await logger('Pec', { expected_interval_s: 60 });
    const channel = await makeChannel(deps, silent);
    const rule_id = deps.ids.uuid();
    await deps.db.write(organization.id, async (db) => {
      const of = { organization_id: organization.id };
      const rule = { id: rule_id, channel_id: channel.id, name: 'Ticho', severity: 'warning' as const, version: 1 };
      await db
        .insertInto('alarm_rules')
        .values({ ...of, ...stampsOf(clock.now()), ...rule, recipients: JSON.stringify([reader.id]) })
        .execute();
      const limits = { kind: 'no_data' as const, low: null, high: null, hysteresis: 0, on_delay_s: 300, off_delay_s: 0, created_by: null };
      await db
        .insertInto('alarm_rule_versions')
        .values({ ...of, rule_id, version: 1, valid_from: clock.now(), ...limits })
        .execute();
      await db
        .insertInto('alarm_watches')
        .values({ ...of, channel_id: channel.id, rule_id, since: clock.now() })
        .execute();
    });
    await pass(30);
    expect(told()).toEqual([`${other.email}: Pec`]);
  });
});

const failures = (deps: TestDeps) => deps.lines.filter(({ msg }) => msg === 'silent loggers could not be told').length;
