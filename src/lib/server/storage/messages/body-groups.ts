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

/**
 * The same rows with their bodies; those that were deleted meanwhile are left out.
 * @param onDamage is told of each group that can't be opened, and rows whose bodies are in it are left out; without it the first is thrown
 * @throws DamagedBodies
 */
export async function withBodies<R extends WithBody>(
  db: TenantDb,
  rows: readonly R[],
  onDamage?: (error: DamagedBodies) => void,
): Promise<R[]> {
  const groups = new Map<number, Map<number, Uint8Array> | null>();
  const out: R[] = [];
  for (const row of rows) {
    const id = row.body_group;
    if (id === null) {
      out.push(row);
      continue;
    }
    try {
      if (!groups.has(id)) {
        // Whatever becomes of it: it is asked for once.
        groups.set(id, null);
        groups.set(id, await groupOf(db, row, id));
      }
      const body = groups.get(id)?.get(row.no);
      if (body) out.push({ ...row, body, body_encoding: null });
      else if (groups.get(id)) throw new DamagedBodies({ id }, `it has no body of message ${row.no}`);
    } catch (error) {
      if (!(error instanceof DamagedBodies) || !onDamage) throw error;
      onDamage(error);
    }
  }
  return out;
}

/** Null where it went with its last message. @throws DamagedBodies */
async function groupOf(db: TenantDb, { no }: WithBody, id: number): Promise<Map<number, Uint8Array> | null> {
  const group = await db.selectFrom('body_groups').select(GROUP_COLUMNS).where('id', '=', id).executeTakeFirst();
  if (group) return openGroup(group);
  const still = await db.selectFrom('received_data').select('no').where('no', '=', no).where('body_group', '=', id).executeTakeFirst();
  if (still) throw new DamagedBodies({ id }, 'it is missing');
  return null;
}
