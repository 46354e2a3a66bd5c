import type { Locale } from '../../constants.ts';
import type { Shift } from '../../contract/shift-calendars.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { stamps } from '../kernel/rows.ts';
import { machinesRepo } from '../machines/machines.repo.ts';
import { usersRepo } from '../users/users.repo.ts';
import { DEMO_MACHINES, DEMO_PEOPLE, DEMO_SHIFTS, DEMO_SITE, type DemoWorkspace, demoExceptions } from './plant.ts';
import { demoWords } from './words.ts';

interface PlantToSeed {
  organizationId: string;
  /** The demo user, who made everything. */
  userId: string;
  workspaces: Record<DemoWorkspace, string>;
  /** Microseconds. */
  now: number;
  /** What the plant speaks. */
  locale: Locale;
  /** After the @ of everybody's address. */
  domain: string;
}

/** Makes machines, colleagues and shifts; gives the machine of each logger by the logger's code. */
export async function seedPlant(db: Db, ids: Deps['ids'], plant: PlantToSeed): Promise<Map<string, string>> {
  await seedPeople(db, ids, plant);
  await seedShifts(db, ids, plant);
  return seedMachines(db, ids, plant);
}

async function seedMachines(
  db: Db,
  ids: Deps['ids'],
  { organizationId, userId, workspaces, now, locale }: PlantToSeed,
): Promise<Map<string, string>> {
  const word = demoWords(locale);
  const repo = machinesRepo({ db, organization_id: organizationId });
  const byLogger = new Map<string, string>();
  for (const { workspace, loggers, ...fields } of DEMO_MACHINES) {
    const id = ids.uuid();
    const workspace_id = workspaces[workspace];
    for (const code of loggers) byLogger.set(code, id);
    const { name, kind, hall, line, note } = fields;
    const said = { name: word(name), kind: word(kind), hall: word(hall), line: line && word(line), note: note && word(note) };
    const row = { ...fields, ...said, site: DEMO_SITE, id, workspace_id, photo_file_id: null };
    await repo.insert({ ...stamps(now, userId), ...row });
    await db
      .insertInto('audit_events')
      .values({
        organization_id: organizationId,
        id: ids.uuid(),
        at: now,
        actor_kind: 'user',
        actor_id: userId,
        verb: 'machines.create',
        entity_id: id,
        workspace_id,
        before: null,
        after: JSON.stringify(row),
        request_id: null,
      })
      .execute();
  }
  return byLogger;
}

async function seedPeople(
  db: Db,
  ids: Deps['ids'],
  { organizationId, userId, workspaces, now, locale, domain }: PlantToSeed,
): Promise<void> {
  for (const person of DEMO_PEOPLE) {
    const id = ids.uuid();
    await usersRepo({ db }).insert({
      ...stamps(now, userId),
      id,
      email: `${person.mailbox}@${domain}`,
      name: person.name,
      locale,
      password_hash: '',
      access_all_orgs: 0,
    });
    await db
      .insertInto('people')
      .values({ ...stamps(now, userId), organization_id: organizationId, id })
      .execute();
    const roles = [
      ...person.organization.map((role) => ({ workspace_id: null, role })),
      ...Object.entries(person.workspaces).flatMap(([workspace, own]) =>
        own.map((role) => ({ workspace_id: workspaces[workspace as DemoWorkspace], role })),
      ),
    ];
    await db
      .insertInto('memberships')
      .values(roles.map((role) => ({ ...stamps(now, userId), organization_id: organizationId, id: ids.uuid(), user_id: id, ...role })))
      .execute();
  }
}

async function seedShifts(db: Db, ids: Deps['ids'], { organizationId, userId, workspaces, now, locale }: PlantToSeed): Promise<void> {
  const word = demoWords(locale);
  const said = (shift: Shift): Shift => ({
    ...shift,
    name: word(shift.name),
    breaks: shift.breaks.map((pause) => ({ ...pause, name: word(pause.name) })),
  });
  const exceptions = demoExceptions(new Date(now / 1_000).getUTCFullYear());
  for (const [workspace, shifts] of Object.entries(DEMO_SHIFTS))
    await db
      .insertInto('shift_calendars')
      .values({
        ...stamps(now, userId),
        organization_id: organizationId,
        id: ids.uuid(),
        workspace_id: workspaces[workspace as DemoWorkspace],
        shifts: JSON.stringify(shifts.map(said)),
        exceptions: JSON.stringify(exceptions.map((day) => ({ ...day, name: word(day.name), shifts: day.shifts.map(said) }))),
      })
      .execute();
}
