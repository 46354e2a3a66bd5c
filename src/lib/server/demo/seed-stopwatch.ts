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
import { createMeasurement } from '../measurements/measurements.service.ts';
import { sendTaps } from '../measurements/taps.service.ts';
import { createScreen } from '../screens/create-screen.ts';
import { publishScreen } from '../screens/publish-screen.ts';
import { getScreen, updateScreen } from '../screens/screens.service.ts';
import { DEMO_ZONE } from './model.ts';
import { DEMO_SHIFTS, demoExceptions } from './plant.ts';
import { type Activities, cycleStudy, studyBegin, underWay, workDay } from './stopwatch.ts';
import { type DemoWords, demoWords } from './words.ts';

/**
 * The stopwatch of the demo: two screens, a whole shift, a study of a cycle, and a measurement under way. Each has an id that follows from
 * the organisation's, so that what is there already, whatever became of it, stays as it is.
 */

/** Last digits of the ids. */
const OWN = {
  packing: '0000000000a1',
  milling: '0000000000a2',
  shift: '0000000000b1',
  study: '0000000000b2',
  running: '0000000000b3',
} as const;
type Thing = keyof typeof OWN;
type ScreenThing = 'packing' | 'milling';
type MeasurementThing = Exclude<Thing, ScreenThing>;

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
  /** Those that are there; a measurement with its taps only. */
  present: ReadonlySet<string>;
}

const HOUR = 3_600_000;
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
  const sessions: string[] = [];
  /** The person at a moment, who may do what her roles allow; verbs ask for a session that stands, which is gone again at the end. */
  const as = async (userId: string, at: number): Promise<Ctx> => {
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
    const before = Math.min(shift, study) - DAY;
    for (const thing of ['packing', 'milling'] as const)
      if (missing(thing)) await makeScreen(await as(plant.manager, before), plant, thing);
    const midnight = firstInstantOf(Math.floor(wallOf(now, DEMO_ZONE) / DAY) * DAY, DEMO_ZONE);
    const began = Math.max(midnight, now - 95 * 60_000);
    const made: Record<MeasurementThing, { taps: (activity: Activities) => Tap[]; by: string; begin: number; until: number }> = {
      shift: { taps: (activity) => workDay(shift, activity), by: plant.analyst, begin: shift, until: shift + 8 * HOUR },
      study: { taps: (activity) => cycleStudy(study, activity), by: plant.analyst, begin: study, until: study + 2 * HOUR },
      running: { taps: (activity) => underWay(began, now, activity), by: plant.manager, begin: began, until: now },
    };
    for (const thing of ['shift', 'study', 'running'] as const) {
      if (!missing(thing)) continue;
      const { taps, by, begin, until } = made[thing];
      await makeMeasurement(await as(by, begin), await as(by, until), plant, thing, taps);
    }
  } finally {
    if (sessions.length > 0) await deps.db.write(null, (db) => db.deleteFrom('sessions').where('id', 'in', sessions).execute());
  }
}

/** The id of one of them in the demo's organisation. */
export const demoThing = (organizationId: string, thing: Thing): string => organizationId.slice(0, 24) + OWN[thing];
const idOf = ({ organization }: Pick<StopwatchPlant, 'organization'>, thing: Thing): string => demoThing(organization.id, thing);

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
      .select('id')
      .where('organization_id', '=', id)
      .where('tap_count', '>', 0)
      .execute();
    return {
      ...{ organization, locale, manager, analyst },
      word: demoWords(locale),
      workspaceId: packing.workspace_id,
      machines: { packing: packing.id, milling: milling.id },
      present: new Set([...screens, ...measurements].map((row) => row.id)),
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

/** Its taps are sent at once, so that it is there with all of them or without any. */
async function makeMeasurement(
  atBegin: Ctx,
  atEnd: Ctx,
  plant: StopwatchPlant,
  thing: MeasurementThing,
  taps: (activity: Activities) => Tap[],
): Promise<void> {
  const { screen: screenThing, name, worker, note } = MEASUREMENTS[thing];
  const id = idOf(plant, thing);
  const screen = await getScreen(atBegin, idOf(plant, screenThing));
  const byKey = new Map(screen.draft.buttons.map((button) => [button.id.replace(/-plus$/, ''), button.activity_id]));
  const lane = screen.draft.lanes[0]!;
  await createMeasurement(atBegin, {
    ...{ id, name: plant.word(name), note: note && plant.word(note), consent: true },
    screen_id: screen.id,
    screen_version: screen.version!,
    lanes: [{ ...lane, worker, worker_name: null }],
  });
  const said = taps((key) => byKey.get(key)!).map((tap) => (tap.text ? { ...tap, text: plant.word(tap.text) } : tap));
  await sendTaps(atEnd, id, { taps: said });
}
