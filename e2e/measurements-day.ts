import type { FirstOrganization } from '../scripts/lib/first-organization.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import type { ActivityFace } from '../src/lib/contract/activities.ts';
import type { Measurement } from '../src/lib/contract/measurements.ts';
import type { Definition } from '../src/lib/contract/screens.ts';
import type { TapKind } from '../src/lib/contract/tap-kinds.ts';
import type { Tap } from '../src/lib/domain/taps/tap.ts';
import { VALUE_ID } from '../src/lib/domain/taxonomies/index.ts';
import { keysOf as activityKeys } from '../src/lib/server/activities/activities.repo.ts';
import type { Db } from '../src/lib/server/kernel/database.ts';
import { stamps } from '../src/lib/server/kernel/rows.ts';
import { keysOf as screenKeys } from '../src/lib/server/screens/screens.repo.ts';

/** A work day for journeys and pictures: a screen with eight activities, two workers, a machine with two signals. */

const face = (n: number, name: string, color: number, category: string | null, over: Partial<ActivityFace> = {}): ActivityFace => ({
  id: `01a20000-0000-7000-8000-00000000000${n}`,
  name,
  short: null,
  icon: null,
  color,
  kind: 'state',
  loss: false,
  element: false,
  ends_cycle: false,
  categories: category === null ? {} : { [VALUE_ID]: category },
  ...over,
});
export const FACES = [
  face(1, 'Balení', 1, 'value_added', { element: true, ends_cycle: true }),
  face(2, 'Doplnění materiálu', 6, 'necessary', { element: true }),
  face(3, 'Seřízení', 3, 'necessary'),
  face(4, 'Kontrola', 2, 'necessary', { element: true }),
  face(5, 'Čekání na materiál', 4, 'waiting', { loss: true }),
  face(6, 'Porucha', 7, 'waste', { loss: true }),
  face(7, 'Chůze, hledání', 5, 'motion', { loss: true }),
  face(8, 'Přestávka', 8, null),
] as const;

const DEFINITION: Definition = {
  columns: 2,
  hand: 'right',
  ratings: [90, 95, 100, 105, 110],
  lanes: [
    { id: 'worker', name: 'obsluha', kind: 'worker' },
    { id: 'helper', name: 'pomocník', kind: 'worker' },
  ],
  buttons: FACES.map(({ id }, at) => ({
    id: `b${at}`,
    kind: 'activity',
    activity_id: id,
    lane: 'worker',
    interrupts: false,
    label: null,
    hotkey: null,
    x: at % 2,
    y: Math.floor(at / 2),
    w: 1,
    h: 1,
  })),
};

/** Puts the screen into the database as its publisher would. */
export async function insertDayScreen(
  db: Db,
  row: { organization_id: string; workspace_id: string; id: string },
  now: number,
): Promise<void> {
  const { organization_id, workspace_id, id } = row;
  const common = { organization_id, workspace_id, ...stamps(now, null), archived_at: null };
  const flags = ({ loss, element, ends_cycle }: ActivityFace) => ({
    loss: Number(loss),
    element: Number(element),
    ends_cycle: Number(ends_cycle),
  });
  await db
    .insertInto('activities')
    .values(FACES.map((one) => ({ ...common, ...one, ...activityKeys(one), ...flags(one), categories: JSON.stringify(one.categories) })))
    .execute();
  const screen = { name: 'Balicí linka 2, ranní směna', method: 'snapshot' as const };
  const definition = JSON.stringify(DEFINITION);
  await db
    .insertInto('screens')
    .values({ ...common, ...screen, ...screenKeys(screen), id, machine_id: null, draft: definition, version: 1, published_at: now })
    .execute();
  await db
    .insertInto('screen_versions')
    .values({
      organization_id,
      screen_id: id,
      version: 1,
      ...screen,
      definition,
      activities: JSON.stringify(FACES),
      published_at: now,
      published_by: null,
    })
    .execute();
}

/** Minutes of each activity of one worker, by the number of the activity. */
type Course = readonly (readonly [activity: number, minutes: number])[];
export const COURSES: readonly Course[] = [
  [
    [3, 18.5],
    [1, 24.7],
    [4, 2],
    [1, 27],
    [2, 4],
    [1, 25.3],
    [7, 3],
    [2, 4.5],
    [1, 23.4],
    [5, 11.5],
    [1, 22],
    [4, 1.5],
    [1, 19.9],
    [8, 30],
    [7, 2.5],
    [1, 22],
    [6, 20.8],
    [7, 3.5],
    [6, 10.2],
    [3, 6.5],
    [1, 18.4],
    [4, 2.2],
    [2, 3.5],
    [1, 23.5],
    [5, 16],
    [1, 21],
    [2, 3.8],
    [7, 2],
    [1, 24],
    [4, 2.4],
    [1, 19.8],
    [8, 15],
    [1, 26],
    [5, 5.9],
    [1, 12.1],
  ],
  [
    [4, 10],
    [2, 22],
    [1, 48.3],
    [2, 6.5],
    [1, 36.8],
    [7, 4],
    [1, 30.7],
    [2, 5],
    [5, 10.3],
    [1, 17],
    [8, 30],
    [1, 25],
    [5, 25.2],
    [2, 7],
    [1, 43.3],
    [4, 9.2],
    [5, 8],
    [1, 31.7],
    [7, 3],
    [1, 29.2],
    [8, 16],
    [1, 20],
    [4, 3.5],
    [2, 34.9],
  ],
];

export interface Day {
  measurement: Measurement;
  machine: { id: string };
  start: number;
  end: number;
}

/** Eight hours from `start`, milliseconds: two courses, the machine's signals every two minutes. */
export async function makeDay(
  plant: FirstOrganization & { url: string },
  screen: string,
  start: number,
  name = 'Balicí linka 2, ranní směna',
): Promise<Day> {
  const base = `/v1/orgs/${plant.organizationId}`;
  const machine = await plant.call<{ id: string }>('POST', `${base}/machines`, { name: 'Balicí linka 2', workspace_id: plant.workspaceId });
  const logger = await plant.datalogger('Linka 2', { machine_id: machine.id, expected_interval_s: 120 });
  let at = start;
  const busy: [number, number][] = [];
  for (const [activity, minutes] of COURSES[0]!) {
    if (activity === 1 || activity === 4) busy.push([at, at + minutes * 60_000]);
    at += minutes * 60_000;
  }
  const end = at;
  const readings = Array.from({ length: 241 }, (_, n) => {
    const ts = start + n * 120_000;
    const on = busy.some(([from, to]) => ts >= from && ts < to);
    return {
      ts,
      values: {
        Příkon: Math.round(100 * (on ? 6.2 + Math.sin(n / 3) * 0.8 : 0.4 + (n % 3) * 0.05)) / 100,
        'Svařovací čelist': Math.round(10 * (132 + (on ? 3 : -22) * Math.min(1, n / 12) + Math.sin(n / 9) * 4)) / 10,
        Stroj: on,
      },
    };
  });
  await fetch(`${plant.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${logger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(readings),
  });
  const channels = await plant.call<{ items: { id: string; key: string; rev: number }[] }>(
    'GET',
    `${base}/channels?datalogger_id=${logger.id}`,
  );
  for (const { id, key, rev } of channels.items)
    if (key !== 'Stroj')
      await plant.call('PATCH', `${base}/channels/${id}`, {
        rev,
        unit: key === 'Příkon' ? 'kW' : '°C',
        decimals: key === 'Příkon' ? 2 : 1,
      });
  const measurement = await plant.call<Measurement>('POST', `${base}/measurements`, {
    screen_id: screen,
    screen_version: 1,
    name,
    machine_id: machine.id,
    opened_at: new Date(start).toISOString(),
    lanes: [
      { id: 'worker', name: 'obsluha', kind: 'worker', worker: 'P-07', worker_name: null },
      { id: 'helper', name: 'pomocník', kind: 'worker', worker: 'P-12', worker_name: null },
    ],
    consent: true,
  });
  await sendTaps(plant, measurement.id, tapsOf(COURSES, start, end));
  return { measurement: await plant.call<Measurement>('GET', `${base}/measurements/${measurement.id}`), machine, start, end };
}

export function tapsOf(courses: readonly Course[], start: number, end: number | null): Tap[] {
  let n = 0;
  const tap = (kind: TapKind, moment: number, over: Partial<Tap> = {}): Tap => {
    n += 1;
    const when = Math.round(moment);
    return {
      id: uuidv7(when),
      kind,
      at: when,
      made_at: when,
      wall: when,
      mono: when - start,
      device: 'tablet',
      session: 'tablet-1',
      n,
      ...over,
    };
  };
  const taps = courses.flatMap((course, lane) => {
    let at = start;
    return course.map(([activity, minutes]) => {
      const one = tap('switch', at, { lane: lane === 0 ? 'worker' : 'helper', activity: FACES[activity - 1]!.id });
      at += minutes * 60_000;
      return one;
    });
  });
  return end === null ? taps : [...taps, tap('stop', end)];
}

export async function sendTaps(plant: FirstOrganization, id: string, taps: readonly Tap[]): Promise<void> {
  for (let at = 0; at < taps.length; at += 500)
    await plant.call('POST', `/v1/orgs/${plant.organizationId}/measurements/${id}/taps`, { taps: taps.slice(at, at + 500) });
}
