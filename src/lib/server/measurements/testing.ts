import type { ActivityFace } from '../../contract/activities.ts';
import type { Definition } from '../../contract/screens.ts';
import { keysOf as activityKeys } from '../activities/activities.repo.ts';
import type { Db } from '../kernel/database.ts';
import { keysOf as screenKeys } from '../screens/screens.repo.ts';

/** A published screen for tests: two lanes, three states of the worker, one of the machine, a count. */

const face = (id: string, name: string, over: Partial<ActivityFace> = {}): ActivityFace => ({
  id,
  name,
  short: null,
  icon: null,
  color: 1,
  kind: 'state',
  loss: false,
  element: false,
  ends_cycle: false,
  categories: {},
  ...over,
});

export const ACTIVITY_IDS = {
  packing: '01a10000-0000-7000-8000-000000000001',
  walking: '01a10000-0000-7000-8000-000000000002',
  fault: '01a10000-0000-7000-8000-000000000003',
  running: '01a10000-0000-7000-8000-000000000004',
  pieces: '01a10000-0000-7000-8000-000000000005',
} as const;

const FACES: readonly ActivityFace[] = [
  face(ACTIVITY_IDS.packing, 'Balení', { element: true, ends_cycle: true }),
  face(ACTIVITY_IDS.walking, 'Chůze; hledání', { color: 5, loss: true }),
  face(ACTIVITY_IDS.fault, '=Porucha', { color: 7, loss: true }),
  face(ACTIVITY_IDS.running, 'Běží', { color: 2 }),
  face(ACTIVITY_IDS.pieces, 'Kusy', { kind: 'count', color: 3 }),
];

export const DEFINITION: Definition = {
  columns: 2,
  hand: 'right',
  ratings: [90, 100, 110],
  lanes: [
    { id: 'worker', name: 'Pracovník', kind: 'worker' },
    { id: 'machine', name: 'Stroj', kind: 'machine' },
  ],
  buttons: [
    ...FACES.map((one, index) => ({
      id: `b${index}`,
      kind: one.kind === 'count' ? ('plus' as const) : ('activity' as const),
      activity_id: one.id,
      lane: one.name === 'Běží' ? 'machine' : 'worker',
      interrupts: false,
      label: null,
      hotkey: null,
      x: index % 2,
      y: Math.floor(index / 2),
      w: 1,
      h: 1,
    })),
    { id: 'stop', kind: 'stop', activity_id: null, lane: null, interrupts: false, label: null, hotkey: null, x: 1, y: 2, w: 1, h: 1 },
  ],
};

/** Rows of a screen that is published as version 1, in the transaction of the organisation. */
export async function insertScreen(
  db: Db,
  row: { organization_id: string; workspace_id: string; id: string; machine_id?: string | null },
  now: number,
): Promise<void> {
  const { organization_id, workspace_id, id } = row;
  const stamped = { created_at: now, created_by: null, updated_at: now, updated_by: null, archived_at: null };
  const tenantColumns = { organization_id, workspace_id, ...stamped };
  const flags = ({ loss, element, ends_cycle }: ActivityFace) => ({
    loss: Number(loss),
    element: Number(element),
    ends_cycle: Number(ends_cycle),
  });
  await db
    .insertInto('activities')
    .values(
      FACES.map((one) => ({ ...tenantColumns, ...one, ...flags(one), ...activityKeys(one), categories: JSON.stringify(one.categories) })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const screen = { name: 'Balicí linka', method: 'snapshot' as const };
  const definition = JSON.stringify(DEFINITION);
  await db
    .insertInto('screens')
    .values({
      ...tenantColumns,
      ...screen,
      ...screenKeys(screen),
      id,
      machine_id: row.machine_id ?? null,
      draft: definition,
      version: 1,
      published_at: now,
    })
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
