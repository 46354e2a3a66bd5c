import type { ActivityFace } from '../../contract/activities.ts';
import type { Button, Definition } from '../../contract/screens.ts';
import { activitiesOf } from '../../domain/screens/screen-rules.ts';
import { keysOf as activityKeys, columnsOf, faceOf } from '../activities/activities.repo.ts';
import type { Deps } from '../kernel/context.ts';
import { createUuidv7 } from '../kernel/ids.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { keysOf as screenKeys } from '../screens/screens.repo.ts';

/** Factories of what work is measured with. */

type Base = Pick<Deps, 'db' | 'clock'>;
type WorkspaceIds = Pick<Row<'workspaces'>, 'organization_id' | 'id'>;
const uuid = createUuidv7({ now: () => Date.now() * 1000 });
const stamps = ({ clock }: Base) => ({
  created_at: clock.now(),
  created_by: null,
  updated_at: clock.now(),
  updated_by: null,
  archived_at: null,
});

export async function makeTaxonomy(deps: Base, { id: organization_id }: Pick<Row<'organizations'>, 'id'>): Promise<Row<'taxonomies'>> {
  const names = { cs: 'Pracoviště', en: 'Place of work', sk: 'Pracovisko' };
  const categories = [{ code: 'hall', names: { cs: 'Hala', en: 'Hall', sk: 'Hala' }, parent: null, color: 3, loss: false }];
  const row = { ...stamps(deps), organization_id, id: uuid(), key: null, names: JSON.stringify(names), to_check: 0 };
  const whole = { ...row, categories: JSON.stringify(categories) };
  return deps.db.write(organization_id, (db) => db.insertInto('taxonomies').values(whole).returningAll().executeTakeFirstOrThrow());
}

/** A state that is no loss, unless said otherwise. */
export async function makeActivity(
  deps: Base,
  { organization_id, id: workspace_id }: WorkspaceIds,
  over: Partial<ActivityFace> & { archived_at?: number } = {},
): Promise<Row<'activities'>> {
  const { archived_at = null, ...more } = over;
  const face = { id: uuid(), name: `Práce ${uuid().slice(-6)}`, short: null, icon: null, color: 1, kind: 'state' as const };
  const columns = columnsOf({ ...face, loss: false, element: false, ends_cycle: false, categories: {}, ...more });
  const row = { ...stamps(deps), ...columns, ...activityKeys(columns), organization_id, workspace_id, archived_at };
  return deps.db.write(organization_id, (db) => db.insertInto('activities').values(row).returningAll().executeTakeFirstOrThrow());
}

/** A tool of one cell in the upper left corner, unless said otherwise. */
export const makeButton = (over: Partial<Button> & Pick<Button, 'id'>): Button => ({
  kind: 'note',
  activity_id: null,
  lane: null,
  interrupts: false,
  label: null,
  hotkey: null,
  x: 0,
  y: 0,
  w: 1,
  h: 1,
  ...over,
});

/** A definition with a state for each activity and a button that stops; one lane, `worker`. */
export const makeDefinition = (activityIds: readonly string[], over: Partial<Definition> = {}): Definition => ({
  columns: 4,
  hand: 'left',
  lanes: [{ id: 'worker', name: 'Operátor', kind: 'worker' }],
  buttons: [
    ...activityIds.map((activity_id, y) => makeButton({ id: `state-${y}`, kind: 'activity', activity_id, y })),
    makeButton({ id: 'stop', kind: 'stop', x: 2, w: 2 }),
  ],
  ratings: [],
  ...over,
});

/** A screen whose draft is this; with `published` that is its first version, with the activities as they are now. */
export async function makeScreen(
  deps: Base,
  { organization_id, id: workspace_id }: WorkspaceIds,
  draft: Definition,
  { published, ...over }: Partial<NewRow<'screens'>> & { published?: Definition } = {},
): Promise<Row<'screens'>> {
  const at = published ? { version: 1, published_at: deps.clock.now() } : { version: null, published_at: null };
  const row = { organization_id, id: uuid(), workspace_id, name: 'Snímek operátora', method: 'snapshot' as const, machine_id: null };
  const named = { ...stamps(deps), ...row, draft: JSON.stringify(draft), ...at, ...over };
  const whole = { ...named, ...screenKeys(named) };
  return deps.db.write(organization_id, async (db) => {
    const screen = await db.insertInto('screens').values(whole).returningAll().executeTakeFirstOrThrow();
    if (!published) return screen;
    const activities = await db.selectFrom('activities').selectAll().where('organization_id', '=', organization_id).execute();
    const faces = activitiesOf(published).map((id) => faceOf(activities.find((one) => one.id === id)!));
    await db
      .insertInto('screen_versions')
      .values({
        organization_id,
        screen_id: screen.id,
        version: 1,
        name: screen.name,
        method: screen.method,
        definition: JSON.stringify(published),
        activities: JSON.stringify(faces),
        published_at: deps.clock.now(),
        published_by: null,
      })
      .execute();
    return screen;
  });
}
