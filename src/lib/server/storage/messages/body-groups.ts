import { AppError } from '../../../contract/errors.ts';
import type { Row } from '../../kernel/schema.ts';
import type { TenantDb } from '../../kernel/tenant-db.ts';
import { DamagedChunk } from '../readings/codec-frame.ts';
import { decodeBodies } from './body-codec.ts';

/** The one way to bodies of stored messages, wherever they lie: in the row of their message, or in a group with those of its neighbours. */

export type BodyGroup = Omit<Row<'body_groups'>, 'org_no' | 'data'>;

export const GROUP_COLUMNS = ['id', 'datalogger_no', 'first_at', 'last_at', 'n', 'data'] as const;

/** A group that can't be opened, by its name. */
export class DamagedBodies extends DamagedChunk {
  override name = 'DamagedBodies';
  readonly group: Partial<BodyGroup> & Pick<BodyGroup, 'id'>;

  constructor(group: Partial<BodyGroup> & Pick<BodyGroup, 'id'>, cause: unknown) {
    super(`bodies ${group.id} of logger ${group.datalogger_no ?? '?'}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.group = group;
  }
}

/** Bodies by the numbers of their messages. @throws DamagedBodies */
export function openGroup({ data, ...group }: BodyGroup & { data: Uint8Array }): Map<number, Uint8Array> {
  let bodies: Map<number, Uint8Array>;
  try {
    bodies = decodeBodies(data);
  } catch (error) {
    throw new DamagedBodies(group, error);
  }
  if (bodies.size !== group.n) throw new DamagedBodies(group, 'its bytes are those of other messages');
  return bodies;
}

/** What of a message says where its body is. */
export const BODY_COLUMNS = ['no', 'body', 'body_encoding', 'body_group'] as const;
type WithBody = Pick<Row<'received_data'>, (typeof BODY_COLUMNS)[number]>;

/** What becomes of a row whose body can't be read: what it returns stands in its place, nothing leaves it out. */
export type OnDamage<R> = (error: DamagedBodies, row: R) => R | undefined;

/**
 * The same rows with their bodies; those that were deleted meanwhile are left out.
 * @param onDamage without it the first body that can't be read is thrown
 * @throws AppError body_unreadable
 */
export async function withBodies<R extends WithBody>(db: TenantDb, rows: readonly R[], onDamage?: OnDamage<R>): Promise<R[]> {
  const groups = new Map<number, Map<number, Uint8Array> | DamagedBodies | null>();
  const out: R[] = [];
  for (const row of rows) {
    const id = row.body_group;
    if (id === null) {
      out.push(row);
      continue;
    }
    // It is asked for once, whatever comes of it.
    if (!groups.has(id)) groups.set(id, await groupOf(db, row, id));
    const group = groups.get(id) ?? null;
    if (group === null) continue;
    const body = group instanceof DamagedBodies ? undefined : group.get(row.no);
    if (body) {
      out.push({ ...row, body, body_encoding: null });
      continue;
    }
    const damage = group instanceof DamagedBodies ? group : new DamagedBodies({ id }, `it has no body of message ${row.no}`);
    if (!onDamage) throw new AppError('body_unreadable', { cause: damage });
    const instead = onDamage(damage, row);
    if (instead) out.push(instead);
  }
  return out;
}

/** Null where it went with its last message. */
async function groupOf(db: TenantDb, { no }: WithBody, id: number): Promise<Map<number, Uint8Array> | DamagedBodies | null> {
  const group = await db.selectFrom('body_groups').select(GROUP_COLUMNS).where('id', '=', id).executeTakeFirst();
  try {
    if (group) return openGroup(group);
  } catch (error) {
    if (error instanceof DamagedBodies) return error;
    throw error;
  }
  const still = await db.selectFrom('received_data').select('no').where('no', '=', no).where('body_group', '=', id).executeTakeFirst();
  return still ? new DamagedBodies({ id }, 'it is missing') : null;
}
