import type { Locale } from '../../constants.ts';
import { type ShiftSpan, shiftsBetween } from '../../domain/shifts/shifts.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { DAY, firstInstantOf, wallOf } from '../../domain/time/wall-clock.ts';
import { getActivity, updateActivity } from '../activities/activities.service.ts';
import { localeOf } from '../auth/new-browser.ts';
import type { Ctx, Deps } from '../kernel/context.ts';
import { createIds } from '../kernel/ids.ts';
import { standingIn } from '../kernel/rights.ts';
import type { Row } from '../kernel/schema.ts';
import { createMeasurement } from '../measurements/measurements.service.ts';
import { sendTaps } from '../measurements/taps.service.ts';
import { createScreen } from '../screens/create-screen.ts';
import { publishScreen } from '../screens/publish-screen.ts';
import { getScreen, updateScreen } from '../screens/screens.service.ts';
import { DEMO_ZONE } from './model.ts';
import { DEMO_SHIFTS, demoExceptions } from './plant.ts';
import { seedStandard } from './seed-standard.ts';
import { type Activities, cycleStudy, ending, meanwhile, studyBegin, underWay, workDay } from './stopwatch.ts';
import { type DemoWords, demoWords } from './words.ts';

/**
 * The stopwatch of the demo: two screens, a whole shift, a study of a cycle with the standard that came of it, and a measurement under way. Each has an id that follows from
 * the organisation's, so that what is there already, whatever became of it, stays as it is.
 */

/** Last digits of the ids. */
const OWN = {
  packing: 'a1',
  milling: 'a2',
  shift: 'b1',
  study: 'b2',
  running: 'b3',
  operation: 'c1',
  allowances: 'c2',
} as const;
type Thing = keyof typeof OWN;
type ScreenThing = 'packing' | 'milling';
type MeasurementThing = Exclude<Thing, ScreenThing | 'operation' | 'allowances'>;

interface StopwatchPlant {
  organization: { id: string; no: number };
  locale: Locale;
  word: DemoWords;
  workspaceId: string;
  /** The demo's user, and the analyst of the hall. */
  manager: string;
  analyst: string;
  /** Ids of the packing line and of the milling machine. */
  machines: Record<ScreenThing, string>;
  measurements: Pick<Row<'measurements'>, 'id' | 'state' | 'started_ms' | 'archived_at'>[];
  /** Those that are there; a measurement with its taps only. */
  present: ReadonlySet<string>;
}

const HOUR = 3_600_000;
/** What is under way ends after a shift's length, some minutes after its last tap. */
const LONGEST = 8 * HOUR;
const AFTER_LAST = 5 * 60_000;
const LOOK_BACK = 14 * DAY;

/**
 * Makes what is missing; in a plant that was changed beyond recognition, nothing.
 * @param email of the demo's user
 */
export async function seedStopwatch(deps: Deps, email: string): Promise<void> {
  const plant = await stopwatchPlantOf(deps, email);
  const missing = (thing: Thing) => !plant?.present.has(idOf(plant, thing));
  if (!plant || !(Object.keys(OWN) as Thing[]).some(missing)) return;
  const now = Math.floor(deps.clock.now() / 1_000);
  const mornings = lastMornings(now);
  const shift = mornings[0];
  const study = studyBegin(mornings);
  if (shift === undefined || study === null) return;
  await asPeople(deps, plant, async (as) => {
    const before = Math.min(shift, study) - DAY;
    for (const thing of ['packing', 'milling'] as const)
      if (missing(thing)) await makeScreen(await as(plant.manager, before), plant, thing);
    const made: Record<MeasurementThing, Measured> = {
      shift: wholeShift(plant, shift),
      study: { taps: (activity) => cycleStudy(study, activity), by: plant.analyst, begin: study, until: study + 2 * HOUR },
      running: running(plant, now),
    };
    for (const thing of ['shift', 'study', 'running'] as const)
      if (missing(thing)) await makeMeasurement(as, plant, thing, idOf(plant, thing), made[thing]);
    if (missing('operation') && missing('allowances') && missing('study')) await makeStandard(as, plant, made.study.until, now);
  });
}

/** The standard that the study is for. */
async function makeStandard(as: As, plant: StopwatchPlant, ended: number, now: number): Promise<void> {
  const screen = await getScreen(await as(plant.analyst, ended), idOf(plant, 'milling'));
  const [operation, set, study] = (['operation', 'allowances', 'study'] as const).map((thing) => idOf(plant, thing)) as [
    string,
    string,
    string,
  ];
  await seedStandard(
    {
      operation,
      set,
      study,
      ended,
      now,
      workspaceId: plant.workspaceId,
      machineId: plant.machines.milling,
      word: plant.word,
      activity: activitiesOf(screen),
    },
    (who, at) => as(plant[who], at),
  );
}

/** What is done, by whom, from when to when. */
interface Measured {
  taps: (activity: Activities) => Tap[];
  by: string;
  begin: number;
  until: number;
}
const wholeShift = ({ analyst }: StopwatchPlant, shift: number): Measured => ({
  taps: (activity) => workDay(shift, activity),
  by: analyst,
  begin: shift,
  until: shift + 8 * HOUR,
});
function running({ manager }: StopwatchPlant, now: number): Measured {
  const midnight = firstInstantOf(Math.floor(wallOf(now, DEMO_ZONE) / DAY) * DAY, DEMO_ZONE);
  const began = Math.max(midnight, now - 95 * 60_000);
  return { taps: (activity) => underWay(began, now, activity), by: manager, begin: began, until: now };
}

/**
 * For a plant that is looked at for weeks: what has been under way for longer than a shift is ended, another measurement is under way, and
 * the newest whole morning shift is there. Nothing is done where that is so already.
 * @param email of the demo's user
 */
export async function renewStopwatch(deps: Deps, email: string): Promise<void> {
  const plant = await stopwatchPlantOf(deps, email);
  if (!plant?.present.has(idOf(plant, 'packing'))) return;
  const now = Math.floor(deps.clock.now() / 1_000);
  const [shift] = lastMornings(now);
  const known = plant.measurements.filter(({ id }) => isSeeded(plant, id));
  const open = openOf(plant);
  const over = open.filter(({ started_ms }) => now - (started_ms ?? now) > LONGEST);
  await asPeople(deps, plant, async (as) => {
    for (const { id } of over) {
      const end = (await lastTapOf(deps, plant, id)) + AFTER_LAST;
      await sendTaps(await as(plant.manager, end), id, { taps: ending(end) });
    }
    if (open.length === over.length) await makeMeasurement(as, plant, 'running', idOf(plant, 'running', now), running(plant, now));
    if (shift !== undefined && !known.some(({ started_ms }) => started_ms === shift))
      await makeMeasurement(as, plant, 'shift', idOf(plant, 'shift', shift), wholeShift(plant, shift));
  });
}

/**
 * For a plant that is looked at: what has happened on the measurement under way since its newest tap is tapped. Nobody comes after a shift's length.
 * @param email of the demo's user
 */
export async function tapStopwatch(deps: Deps, email: string): Promise<void> {
  const plant = await stopwatchPlantOf(deps, email);
  if (!plant?.present.has(idOf(plant, 'packing'))) return;
  for (const { id, started_ms } of openOf(plant)) {
    if (started_ms === null) continue;
    const now = Math.min(Math.floor(deps.clock.now() / 1_000), started_ms + LONGEST - AFTER_LAST);
    const since = await lastTapOf(deps, plant, id);
    if (meanwhile(started_ms, since, now, (key) => key).length === 0) continue;
    await asPeople(deps, plant, async (as) => {
      const ctx = await as(plant.manager, now);
      const screen = await getScreen(ctx, idOf(plant, 'packing'));
      await sendTaps(ctx, id, { taps: meanwhile(started_ms, since, now, activitiesOf(screen)) });
    });
  }
}

/** Seeded measurements that are under way. */
const openOf = (plant: StopwatchPlant) =>
  plant.measurements.filter(({ id, state, archived_at }) => isSeeded(plant, id) && state === 'running' && archived_at === null);

/** The moment of a measurement's newest tap, milliseconds. */
async function lastTapOf(deps: Deps, { organization: { id: organization_id } }: StopwatchPlant, measurement: string): Promise<number> {
  const { body } = await deps.db.read(organization_id, (db) =>
    db
      .selectFrom('tap_events')
      .select('body')
      .where('organization_id', '=', organization_id)
      .where('measurement_id', '=', measurement)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  return (JSON.parse(body) as Tap).at;
}

type As = (userId: string, at: number) => Promise<Ctx>;

/** Works as people of the plant at some moment, who may do what their roles allow; verbs ask for a session that stands, which is gone again at the end. */
async function asPeople(deps: Deps, plant: StopwatchPlant, work: (as: As) => Promise<void>): Promise<void> {
  const sessions: string[] = [];
  const as: As = async (userId, at) => {
    const clock = { now: () => at * 1_000 };
    const then = { ...deps, clock, ids: createIds(clock) };
    const id = then.ids.uuid();
    const row = { id, user_id: userId, refresh_hash: then.ids.token(32), previous_hash: null, rotated_at: null, revoked_at: null };
    const times = { created_at: deps.clock.now(), expires_at: deps.clock.now() + HOUR * 1_000 };
    await deps.db.write(null, (db) =>
      db
        .insertInto('sessions')
        .values({ ...row, ...times, ip: null, user_agent: null })
        .execute(),
    );
    sessions.push(id);
    const standing = await deps.db.read(plant.organization.id, (db) => standingIn(db, userId, plant.organization.id));
    if (!standing) throw new Error(`${userId} is nobody in the demo`);
    return { ...then, ...standing, actor: { kind: 'user', id: userId, sessionId: id }, requestId: then.ids.token(12) };
  };
  try {
    await work(as);
  } finally {
    if (sessions.length > 0) await deps.db.write(null, (db) => db.deleteFrom('sessions').where('id', 'in', sessions).execute());
  }
}

/** The id of one of them in the demo's organisation; of those made later, with the hour for which they were. */
export const demoThing = (organizationId: string, thing: Thing, at = 0): string =>
  organizationId.slice(0, 24) +
  Math.floor(at / HOUR)
    .toString(16)
    .padStart(10, '0') +
  OWN[thing];
const idOf = ({ organization }: Pick<StopwatchPlant, 'organization'>, thing: Thing, at?: number): string =>
  demoThing(organization.id, thing, at);
const isSeeded = ({ organization }: StopwatchPlant, id: string): boolean => id.startsWith(`${organization.id.slice(0, 24)}0`);

async function stopwatchPlantOf(deps: Deps, email: string): Promise<StopwatchPlant | null> {
  const organization = await deps.db.read({ directory: true }, (db) =>
    db.selectFrom('organizations').select(['id', 'no', 'locale']).orderBy('no').limit(1).executeTakeFirst(),
  );
  if (!organization) return null;
  const analystsEmail = `eva.simkova${email.slice(email.indexOf('@'))}`;
  const people = await deps.db.read(null, (db) =>
    db.selectFrom('users').select(['id', 'email']).where('email', 'in', [email, analystsEmail]).execute(),
  );
  const [manager, analyst] = [email, analystsEmail].map((one) => people.find((person) => person.email === one)?.id);
  const { id } = organization;
  const locale = localeOf(organization);
  return deps.db.read(id, async (db) => {
    const machines = await db
      .selectFrom('machines')
      .select(['id', 'code', 'workspace_id'])
      .where('organization_id', '=', id)
      .where('code', 'in', ['M-202', 'M-405'])
      .where('archived_at', 'is', null)
      .execute();
    const [packing, milling] = ['M-202', 'M-405'].map((code) => machines.find((one) => one.code === code));
    if (!manager || !analyst || !packing || !milling || packing.workspace_id !== milling.workspace_id) return null;
    const screens = await db
      .selectFrom('screens')
      .select('id')
      .where('organization_id', '=', id)
      .where('version', 'is not', null)
      .execute();
    const measurements = await db
      .selectFrom('measurements')
      .select(['id', 'state', 'started_ms', 'archived_at'])
      .where('organization_id', '=', id)
      .where('tap_count', '>', 0)
      .execute();
    const operations = await db.selectFrom('operations').select('id').where('organization_id', '=', id).execute();
    const sets = await db.selectFrom('allowance_sets').select('id').where('organization_id', '=', id).execute();
    return {
      ...{ organization, locale, manager, analyst },
      word: demoWords(locale),
      workspaceId: packing.workspace_id,
      machines: { packing: packing.id, milling: milling.id },
      measurements,
      present: new Set([...screens, ...measurements, ...operations, ...sets].map((row) => row.id)),
    };
  });
}

/** Beginnings of the whole morning shifts that are over, the newest first. */
function lastMornings(now: number): number[] {
  const year = new Date(now).getUTCFullYear();
  const calendar = { shifts: DEMO_SHIFTS.hall, exceptions: [...demoExceptions(year - 1), ...demoExceptions(year)] };
  const whole = ({ name, start, end }: ShiftSpan) =>
    name === DEMO_SHIFTS.hall[0]!.name && end - start === 8 * HOUR * 1_000 && end <= now * 1_000;
  return shiftsBetween(calendar, DEMO_ZONE, (now - LOOK_BACK) * 1_000, now * 1_000)
    .filter(whole)
    .map(({ start }) => start / 1_000)
    .reverse();
}

const SCREENS = {
  packing: { name: 'Balicí linka 2 – snímek obsluhy', template: 'operator_snapshot' },
  milling: { name: 'CNC 5 – studie cyklu', template: 'cycle_study' },
} as const;

async function makeScreen(ctx: Ctx, plant: StopwatchPlant, thing: ScreenThing): Promise<void> {
  const { name, template } = SCREENS[thing];
  const id = idOf(plant, thing);
  await createScreen(ctx, {
    ...{ id, name: plant.word(name), workspace_id: plant.workspaceId, machine_id: plant.machines[thing] },
    template: { key: template, locale: plant.locale },
  });
  let screen = await getScreen(ctx, id);
  if (thing === 'packing') {
    // On this line the work is packing; its pace is rated as well.
    const work = await getActivity(ctx, screen.draft.buttons.find((button) => button.id === 'work')!.activity_id!);
    if (work.created_at === formatInstant(ctx.clock.now()) && work.rev === 1)
      await updateActivity(ctx, work.id, { rev: 1, name: plant.word('Balení') });
    screen = await updateScreen(ctx, id, { rev: screen.rev, draft: { ...screen.draft, ratings: [80, 90, 95, 100, 105, 110, 120] } });
  }
  await publishScreen(ctx, id, { rev: screen.rev });
}

const MEASUREMENTS: Record<MeasurementThing, { screen: ScreenThing; name: string; worker: string; note: string | null }> = {
  shift: {
    screen: 'packing',
    name: 'Balicí linka 2 – celá ranní směna',
    worker: 'P-07',
    note: 'Běžný provoz, rohlíky po čtyřech. Snímek má ukázat, kolik směny padne na čekání a poruchy.',
  },
  study: { screen: 'milling', name: 'CNC 5 – příruba, 30 cyklů', worker: 'P-21', note: 'Podklad pro nový normočas.' },
  running: { screen: 'packing', name: 'Balicí linka 2 – probíhající snímek', worker: 'P-12', note: null },
};

/** What the buttons of a screen stand for. */
function activitiesOf({ draft }: Awaited<ReturnType<typeof getScreen>>): Activities {
  const byKey = new Map(draft.buttons.map((button) => [button.id.replace(/-plus$/, ''), button.activity_id]));
  return (key) => byKey.get(key)!;
}

/** Its taps are sent at once, so that it is there with all of them or without any. */
async function makeMeasurement(
  as: As,
  plant: StopwatchPlant,
  thing: MeasurementThing,
  id: string,
  { taps, by, begin, until }: Measured,
): Promise<void> {
  const { screen: screenThing, name, worker, note } = MEASUREMENTS[thing];
  const [atBegin, atEnd] = [await as(by, begin), await as(by, until)];
  const screen = await getScreen(atBegin, idOf(plant, screenThing));
  const lane = screen.draft.lanes[0]!;
  await createMeasurement(atBegin, {
    ...{ id, name: plant.word(name), note: note && plant.word(note), consent: true },
    screen_id: screen.id,
    screen_version: screen.version!,
    lanes: [{ ...lane, worker, worker_name: null }],
  });
  const said = taps(activitiesOf(screen)).map((tap) => (tap.text ? { ...tap, text: plant.word(tap.text) } : tap));
  await sendTaps(atEnd, id, { taps: said });
}
