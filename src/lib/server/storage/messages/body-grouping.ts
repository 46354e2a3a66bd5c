import type { Db } from '../../kernel/database.ts';
import { unpackedWhole } from '../../kernel/unzip.ts';
import { PRUNED_AT_ONCE } from '../readings/sealing-series.ts';
import { type Body, decodeBodies, encodeBodies, encodeBodiesBeside } from './body-codec.ts';
import { DamagedBodies, GROUP_COLUMNS, openGroup } from './body-groups.ts';

/** Bodies of a logger's messages into groups, in the order of their receipt, and out of them when their messages go. */

export interface LoggerPlace {
  organization_no: number;
  dataloggerNo: number;
}

/** What makes a group. */
export interface GroupSizes {
  /** Messages; their rows are all written anew in one transaction. */
  messages: number;
  /** Bytes of bodies, which are all unpacked for one of them. */
  bytes: number;
  /** Fewer messages at the end wait for more, unless their bodies are so many bytes. */
  atEnd: number;
  bytesAtEnd: number;
}
const SIZES: GroupSizes = { messages: 1_024, bytes: 262_144, atEnd: 64, bytesAtEnd: 32_768 };
/** What bodies that are stored compressed are longer by, about. */
const PACKED_BY = 4;

const HEAD_COLUMNS = ['id', 'first_at', 'last_at', 'n'] as const;

const messagesOf = (db: Db, { organization_no, dataloggerNo }: LoggerPlace) =>
  db.selectFrom('received_data').where('org_no', '=', organization_no).where('datalogger_no', '=', dataloggerNo);
const groupsOf = (db: Db, { organization_no, dataloggerNo }: LoggerPlace) =>
  db.selectFrom('body_groups').where('org_no', '=', organization_no).where('datalogger_no', '=', dataloggerNo);

/** Receipt from which bodies of the logger may be in no group. Older ones that came later than their receipt says stay as they are. */
export async function groupedTo(db: Db, place: LoggerPlace): Promise<number> {
  const last = await groupsOf(db, place)
    .select(({ fn }) => fn.max('last_at').as('at'))
    .executeTakeFirst();
  return last?.at ?? Number.MIN_SAFE_INTEGER;
}

/** A message that may get into a group, with its body as it is stored. */
export type Loose = Awaited<ReturnType<typeof looseOf>>[number];
const looseOf = (db: Db, place: LoggerPlace, nos: readonly number[]) =>
  messagesOf(db, place)
    .select(['no', 'received_at', 'body', 'body_encoding'])
    .where('no', 'in', nos)
    .where('body_group', 'is', null)
    .orderBy('no')
    .execute();

/**
 * The next messages whose bodies are worth a group; null at the end.
 * @param page receipt, microseconds: from ≤ … < before
 * @returns `from` where to look on
 */
export async function nextToGroup(
  db: Db,
  place: LoggerPlace,
  { from, before, sizes = SIZES }: { from: number; before: number; sizes?: GroupSizes | undefined },
): Promise<{ rows: Loose[]; from: number } | null> {
  const heads = await messagesOf(db, place)
    .select(({ fn }) => ['no', 'received_at', 'body_encoding', fn<number>('length', ['body']).as('length')])
    .where('received_at', '>=', from)
    .where('received_at', '<', before)
    .where('body_group', 'is', null)
    .orderBy('received_at')
    .orderBy('no')
    .limit(sizes.messages)
    .execute();
  const last = heads.at(-1);
  if (!last) return null;
  const taken: number[] = [];
  let bytes = 0;
  let isFull = heads.length === sizes.messages;
  for (const { no, body_encoding, length } of heads) {
    const weight = body_encoding === null ? length : PACKED_BY * length;
    // Too long for a group: it stays as it is.
    if (weight > sizes.bytes) continue;
    if (bytes + weight > sizes.bytes) {
      isFull = true;
      break;
    }
    taken.push(no);
    bytes += weight;
  }
  if (!isFull && taken.length < sizes.atEnd && bytes < sizes.bytesAtEnd) return null;
  if (taken.length === 0) return { rows: [], from: last.received_at };
  const rows = await looseOf(db, place, taken);
  const reached = heads.find(({ no }) => no === taken.at(-1))!.received_at;
  return { rows, from: reached };
}

/**
 * Bytes that give exactly these bodies back, made beside the event loop. A body that can't be unpacked is in none.
 * @returns null where there are none
 * @throws RangeError when no bytes do
 */
export async function closeGroup(rows: readonly Loose[]): Promise<{ data: Buffer; rows: Loose[] } | null> {
  const bodies: Body[] = [];
  const kept: Loose[] = [];
  for (const row of rows) {
    const body = await unpackedWhole(row.body, row.body_encoding);
    if (body === null) continue;
    bodies.push({ no: row.no, body });
    kept.push(row);
  }
  if (bodies.length === 0) return null;
  const data = await encodeBodiesBeside(bodies);
  const given = decodeBodies(data);
  if (given.size !== bodies.length || bodies.some(({ no, body }) => Buffer.compare(given.get(no) ?? NOTHING, body) !== 0))
    throw new RangeError('the bytes give other bodies back');
  return { data, rows: kept };
}
const NOTHING = new Uint8Array();

/** Some of the messages are not as they were. */
class Overtaken extends Error {}

/**
 * Puts a group in the place of the bodies that it holds, in a transaction of its own. A message's body never changes: it is as it was where its
 * row is there and in no group.
 * @param write runs the transaction
 * @returns false when a message was deleted or is in another group by now: nothing is done
 */
export async function putGroup(
  write: (work: (db: Db) => Promise<void>) => Promise<void>,
  { organization_no, dataloggerNo }: LoggerPlace,
  { data, rows }: { data: Uint8Array; rows: readonly Loose[] },
): Promise<boolean> {
  const { first_at, last_at } = spanOf(rows);
  try {
    await write(async (db) => {
      const { id } = await db
        .insertInto('body_groups')
        .values({ org_no: organization_no, datalogger_no: dataloggerNo, first_at, last_at, n: rows.length, data })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { numUpdatedRows } = await db
        .updateTable('received_data')
        .set({ body: NOTHING, body_encoding: null, body_group: id })
        .where('org_no', '=', organization_no)
        .where(
          'no',
          'in',
          rows.map(({ no }) => no),
        )
        .where('body_group', 'is', null)
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== rows.length) throw new Overtaken();
    });
    return true;
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}

function spanOf(rows: readonly { received_at: number }[]): { first_at: number; last_at: number } {
  const moments = rows.map(({ received_at }) => received_at);
  return { first_at: Math.min(...moments), last_at: Math.max(...moments) };
}

/**
 * Deletes bodies whose messages were deleted, of groups with messages from before the moment: some of the groups that are before it as a whole,
 * and of those at the edge the part before it; where such a one can't be opened, it stays until all of it is to go.
 * @returns how many whole groups went; fewer than {@link PRUNED_AT_ONCE} = there are no more
 */
export async function pruneGroups(db: Db, place: LoggerPlace, before: number): Promise<number> {
  const old = await groupsOf(db, place)
    .select(HEAD_COLUMNS)
    .where('last_at', '<', before)
    .orderBy('last_at')
    .limit(PRUNED_AT_ONCE)
    .execute();
  const edge =
    old.length === PRUNED_AT_ONCE
      ? []
      : await groupsOf(db, place).select(HEAD_COLUMNS).where('last_at', '>=', before).where('first_at', '<', before).execute();
  let gone = 0;
  for (const group of [...old, ...edge]) {
    const left = await messagesOf(db, place)
      .select(['no', 'received_at'])
      .where('received_at', '>=', group.first_at)
      .where('received_at', '<=', group.last_at)
      .where('body_group', '=', group.id)
      .orderBy('no')
      .execute();
    if (left.length === 0) {
      await db.deleteFrom('body_groups').where('org_no', '=', place.organization_no).where('id', '=', group.id).execute();
      gone += 1;
    } else if (left.length < group.n) await cut(db, place, group.id, left);
  }
  return gone;
}

async function cut(db: Db, place: LoggerPlace, id: number, left: readonly { no: number; received_at: number }[]): Promise<void> {
  const group = await groupsOf(db, place).select(GROUP_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow();
  let bodies: Map<number, Uint8Array>;
  try {
    bodies = openGroup(group);
  } catch (error) {
    if (error instanceof DamagedBodies) return;
    throw error;
  }
  const rest = left.flatMap(({ no }) => {
    const body = bodies.get(no);
    return body ? [{ no, body }] : [];
  });
  // Its messages say that they are in it: what it lacks stays to be seen.
  if (rest.length < left.length) return;
  await db
    .updateTable('body_groups')
    .set({ data: encodeBodies(rest), n: rest.length, ...spanOf(left) })
    .where('org_no', '=', place.organization_no)
    .where('id', '=', id)
    .execute();
}
