import { isUtf8 } from 'node:buffer';
import type { QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  countReceivedData as countEndpoint,
  IngestError,
  listReceivedData as listEndpoint,
  getReceivedDataNeighbours as neighboursEndpoint,
  ReceivedCounts,
  ReceivedData,
  ReceivedDataDetail,
  ReceivedDataNeighbours,
} from '../../contract/received-data.ts';
import { RECEIVED_STATUSES, type ReceivedStatus } from '../../contract/received-status.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { fromStored, toStored } from '../channels/channel-values.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import { typesOf } from '../channels/channels.service.ts';
import { type Decoded, isAhead } from '../ingest/decoded.ts';
import type { Decode } from '../ingest/decoders.ts';
import { storedDecoder } from '../ingest/mapping/versions.ts';
import { type Ctx, can } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { DEFAULT_LIMIT, invalid, momentAsked, pageOf, readableWorkspaces, readCursor, writeCursor } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import { AHEAD, EXCLUDED } from '../kernel/reading-store.ts';
import type { Row } from '../kernel/schema.ts';
import { unpacked } from '../kernel/unzip.ts';
import { qualityOf, rangeOf } from '../readings/quality.ts';
import { readingsRepo } from '../readings/readings.repo.ts';
import { storedWords } from '../sensor-types/stored-words.ts';
import { type Filter, type ReceivedDataRow, receivedDataRepo } from './received-data.repo.ts';

const SHOWN_BYTES = 262_144;
const SHOWN_READINGS = 500;

function toReceivedData(row: ReceivedDataRow): ReceivedData {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    datalogger_id: row.datalogger_id,
    datalogger_name: row.datalogger_name,
    door: row.door,
    content_type: row.content_type,
    received_at: formatInstant(row.received_at),
    size: row.size,
    status: row.status,
    points: row.points,
    new: row.new,
    duplicate: row.duplicate,
    replaced: row.replaced,
    error_count: row.error_count,
    warning_count: row.warning_count,
    topic: row.topic,
    withdrawn_at: formatInstant(row.withdrawn_at),
  };
}

const DAY_US = 86_400e6;
/** Days of all loggers that one search may look through. */
const MOST_DAYS = 31;

const refused = (code: string, params?: Record<string, number>) =>
  new AppError('validation_failed', { errors: [{ path: 'from', code, ...(params ? { params } : {}) }] });

/** @throws AppError validation_failed for no moment, and for a search without bounds: `window_required`, or `too_big` with the most days */
function windowOf({ clock }: Ctx, query: QueryOf<typeof listEndpoint>): { from?: number; to?: number } {
  const { q, topic, datalogger_id } = query;
  const [first, last] = [momentAsked(query, 'from'), momentAsked(query, 'to')];
  if ((q || topic !== undefined) && datalogger_id === undefined) {
    if (first === undefined) throw refused('window_required');
    if ((last ?? clock.now()) - first > MOST_DAYS * DAY_US) throw refused('too_big', { maximum: MOST_DAYS });
  }
  return { ...(first === undefined ? {} : { from: first }), ...(last === undefined ? {} : { to: last }) };
}

/** @throws AppError validation_failed, see {@link windowOf} */
const filterOf = (ctx: Ctx, query: Omit<QueryOf<typeof listEndpoint>, 'sort'>): Filter => ({
  q: query.q?.trim(),
  workspaces: readableWorkspaces(ctx, query.workspace_id),
  datalogger: query.datalogger_id === undefined ? undefined : { org_no: ctx.organization.no, id: query.datalogger_id },
  status: query.status,
  door: query.door,
  topic: query.topic,
  warned: query.warned,
  ...windowOf(ctx, query),
});

/** Newest first, or oldest first with `sort=received_at`. @throws AppError validation_failed, see {@link windowOf} */
export async function listReceivedData(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const sort = query.sort ?? '-received_at';
  if (sort !== '-received_at' && sort !== 'received_at') throw invalid('sort');
  const cursor = readCursor(query.cursor, 'string', 'number');
  const limit = query.limit ?? DEFAULT_LIMIT;
  const filter = filterOf(ctx, query);
  const read = async (db: Db) => {
    const repo = receivedDataRepo({ db, organization_id: ctx.organization.id });
    const page = {
      descending: sort === '-received_at',
      after: cursor && { id: String(cursor[0]), received_at: Number(cursor[1]) },
      limit: limit + 1,
    };
    const { rows, next_cursor } = pageOf(await repo.list(filter, page), limit, (row) => writeCursor(row.id, row.received_at));
    const items = rows.map(toReceivedData);
    return query.count ? { items, next_cursor, ...(await repo.count(filter)) } : { items, next_cursor };
  };
  // A page of a logger or of all is entered by an index.
  return isLookedFor(filter) || query.count ? longRead(ctx, read) : ctx.db.read(ctx.organization.id, read);
}

/** Widths of buckets, seconds; the narrowest is taken that makes at most {@link MOST_BUCKETS} of the window. */
const WIDTHS_S = [60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200];
const MOST_BUCKETS = 96;
/** Messages that one answer looks at; in a busy plant those of an hour. */
const MOST_COUNTED = 100_000;

/** @throws AppError validation_failed for no moment, for a window that ends before it begins, and `too_big` for more than 31 days */
export async function countReceivedData(ctx: Ctx, query: QueryOf<typeof countEndpoint>): Promise<ReceivedCounts> {
  const to = momentAsked(query, 'to') ?? ctx.clock.now();
  const from = momentAsked(query, 'from') ?? to - DAY_US;
  if (from >= to) throw invalid('from');
  if (to - from > MOST_DAYS * DAY_US) throw refused('too_big', { maximum: MOST_DAYS });
  const bucket_s = WIDTHS_S.find((width) => to - from <= width * 1e6 * MOST_BUCKETS) ?? WIDTHS_S.at(-1)!;
  const filter = {
    workspaces: readableWorkspaces(ctx, query.workspace_id),
    datalogger: query.datalogger_id === undefined ? undefined : { org_no: ctx.organization.no, id: query.datalogger_id },
    door: query.door,
    topic: query.topic,
    warned: query.warned,
    from,
    to,
  };
  const rows = await longRead(ctx, (db) =>
    receivedDataRepo({ db, organization_id: ctx.organization.id }).tally(filter, bucket_s * 1e6, MOST_COUNTED),
  );
  const none = () => Object.fromEntries(RECEIVED_STATUSES.map((status) => [status, 0])) as Record<ReceivedStatus, number>;
  const by = none();
  const buckets = new Map<number, Record<ReceivedStatus, number>>();
  let total = 0;
  let oldest = to;
  for (const { bucket, status, count, since } of rows) {
    const bucketBy = buckets.get(bucket) ?? none();
    buckets.set(bucket, bucketBy);
    bucketBy[status] += count;
    by[status] += count;
    total += count;
    oldest = Math.min(oldest, since);
  }
  return {
    from: formatInstant(from),
    to: formatInstant(to),
    total,
    by,
    most: MOST_COUNTED,
    since: total < MOST_COUNTED ? null : formatInstant(oldest),
    bucket_s,
    buckets: [...buckets].map(([bucket, counts]) => ({ at: formatInstant(from + bucket * bucket_s * 1e6), by: counts })),
  };
}

/** What of the messages no index knows is looked for message by message. */
const isLookedFor = ({ q, status, door, topic, warned, to, workspaces }: Filter): boolean =>
  Boolean(q) || [status, door, topic, warned, to].some((one) => one !== undefined) || workspaces !== 'all';

/**
 * The messages that came just before and after one, of those that the filters leave.
 * @throws AppError not_found, validation_failed, see {@link windowOf}, over_read_budget, read_too_long
 */
export async function getReceivedDataNeighbours(
  ctx: Ctx,
  id: string,
  query: QueryOf<typeof neighboursEndpoint>,
): Promise<ReceivedDataNeighbours> {
  const filter = filterOf(ctx, query);
  const read = async (db: Db) => {
    const repo = receivedDataRepo({ db, organization_id: ctx.organization.id });
    const [own] = await repo.list({ id, workspaces: 'all' }, { descending: true, after: null, limit: 1 });
    if (!own || !can(ctx, 'dlog:read', own.workspace_id)) throw new AppError('not_found');
    const after = { id: own.id, received_at: own.received_at };
    const [older] = await repo.list(filter, { descending: true, after, limit: 1 });
    const [newer] = await repo.list(filter, { descending: false, after, limit: 1 });
    const told = (row: typeof own | undefined) => (row ? { id: row.id, received_at: formatInstant(row.received_at) } : null);
    return { older: told(older), newer: told(newer) };
  };
  return isLookedFor(filter) ? longRead(ctx, read) : ctx.db.read(ctx.organization.id, read);
}

/** @throws AppError not_found */
export async function getReceivedData(ctx: Ctx, id: string): Promise<ReceivedDataDetail> {
  const row = await ctx.db.read(ctx.organization.id, (db) => receivedDataRepo({ db, organization_id: ctx.organization.id }).find(id));
  if (!row || !can(ctx, 'dlog:read', row.workspace_id)) throw new AppError('not_found');
  const known = {
    ...toReceivedData(row),
    decoder: row.decoder,
    is_known: row.no > 0,
    credential_label: row.credential_label,
    credential_hint: row.credential_hint,
    errors: listed(row.errors),
    warnings: listed(row.warnings),
  };
  if (row.damaged) return { ...known, body: null, body_base64: null, body_cut: false, body_damaged: true, repeats: null, readings: [] };
  // Between two reads: nothing but the database is waited for inside one.
  const body = await unpacked(row.body, row.body_encoding);
  const decode = await storedDecoder(ctx.db, ctx.organization.id, row.decoder);
  return {
    ...known,
    ...shownBody(body),
    body_damaged: false,
    ...(row.status === 'unparsed' || row.status === 'paused'
      ? { repeats: null, readings: [] }
      : await ctx.db.read(ctx.organization.id, (db) => readingsOf(ctx, db, { ...row, body, decode }))),
  };
}

const listed = (stored: string | null): IngestError[] => (stored === null ? [] : (JSON.parse(stored) as IngestError[]));

/** The body as text where it is text, else as base64; cut between two characters. */
function shownBody(body: Uint8Array): Pick<ReceivedDataDetail, 'body' | 'body_base64' | 'body_cut'> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const cut = bytes.byteLength > SHOWN_BYTES;
  if (!isUtf8(bytes)) return { body: null, body_base64: bytes.subarray(0, SHOWN_BYTES).toString('base64'), body_cut: cut };
  let end = Math.min(bytes.byteLength, SHOWN_BYTES);
  while (cut && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { body: bytes.toString('utf8', 0, end), body_base64: null, body_cut: cut };
}

/**
 * Channels of a message by its keys: those of its logger, those that took merged ones in, and those that have been moved to another logger since,
 * as far as they hold what this message said and the reader may see them.
 */
async function channelsOf(
  ctx: Ctx,
  db: Db,
  row: Pick<ReceivedDataRow, 'no' | 'datalogger_id'>,
  { keys, ts }: Decoded,
): Promise<Map<string, Row<'channels'>>> {
  const repo = channelsRepo({ db, organization_id: ctx.organization.id });
  const own = await repo.list({ dataloggerId: row.datalogger_id, workspaces: 'all', archived: true });
  const merged = own.flatMap(({ merged_into }) => merged_into ?? []);
  const targets = new Map((merged.length === 0 ? [] : await repo.byIds(merged)).map((channel) => [channel.id, channel]));
  const channels = new Map(own.map((channel) => [channel.key, targets.get(channel.merged_into ?? '') ?? channel]));
  const left = keys.filter((key) => !channels.has(key));
  if (left.length === 0 || row.no < 0) return channels;
  const elsewhere = (await repo.byKeys(left)).filter(({ workspace_id }) => can(ctx, 'dlog:read', workspace_id));
  if (elsewhere.length === 0) return channels;
  const moments = [...new Set(ts.slice(0, SHOWN_READINGS))];
  const held = await readingsRepo({ db, organization_no: ctx.organization.no }).at(
    elsewhere.map(({ no }) => no),
    moments,
  );
  const said = new Set(held.flatMap(({ channel_no, src }) => (src === row.no ? channel_no : [])));
  for (const channel of elsewhere) if (said.has(channel.no)) channels.set(channel.key, channel);
  return channels;
}

/** The stored body decoded again, and what the series hold at those moments now. */
async function readingsOf(
  ctx: Ctx,
  db: Db,
  row: Pick<ReceivedDataRow, 'no' | 'duplicate' | 'datalogger_id' | 'received_at'> & { decode: Decode; body: Uint8Array },
): Promise<Pick<ReceivedDataDetail, 'repeats' | 'readings'>> {
  const decoded = row.decode(row.body, row.received_at);
  const count = Math.min(decoded.slot.length, SHOWN_READINGS);
  const channels = await channelsOf(ctx, db, row, decoded);
  const types = await typesOf(ctx, db, [...channels.values()]);
  const ofSlot = decoded.keys.map((key) => channels.get(key));
  const nos = new Set<number>();
  const moments = new Set<number>();
  for (let i = 0; i < count; i++) {
    const channel = ofSlot[decoded.slot[i]!];
    if (!channel) continue;
    nos.add(channel.no);
    moments.add(decoded.ts[i]!);
  }
  const held = nos.size === 0 ? [] : await readingsRepo({ db, organization_no: ctx.organization.no }).at([...nos], [...moments]);
  const now = new Map(held.map((reading) => [`${reading.channel_no} ${reading.ts}`, reading]));

  const readings: ReceivedDataDetail['readings'] = [];
  for (let i = 0; i < count; i++) {
    const channel = ofSlot[decoded.slot[i]!];
    const type = types.get(channel?.sensor_type_id ?? '') ?? null;
    const stored = channel ? toStored(channel.kind, decoded.value[i]!, decoded.failed?.has(i)) : null;
    const ahead = isAhead(decoded.ts[i]!, row.received_at);
    const range = channel && type ? rangeOf(channel, type) : null;
    const current = channel && now.get(`${channel.no} ${decoded.ts[i]}`);
    readings.push({
      channel_id: channel?.id ?? null,
      datalogger_id: channel?.datalogger_id ?? null,
      key: decoded.keys[decoded.slot[i]!]!,
      name: channel?.name ?? decoded.keys[decoded.slot[i]!]!,
      ...shownAs(channel ?? { unit: null, decimals: null }, type),
      state_words: storedWords(channel?.state_words ?? type?.state_words ?? null),
      ts: formatInstant(decoded.ts[i]!),
      value: channel && stored ? fromStored(channel.kind, stored) : decoded.value[i]!,
      ahead,
      quality: stored
        ? qualityOf({ ...stored, quality: stored.quality | (ahead ? AHEAD : 0) | ((current?.quality ?? 0) & EXCLUDED) }, range)
        : 'good',
      current: stored !== null && current !== undefined && current.num === stored.num && current.text === stored.text,
    });
  }
  return { repeats: await repeatedBy(ctx, db, row, held), readings };
}

/** Among how many messages of its logger the one is looked for that a message repeats. */
const LOOKED_BACK = 1_000;

/** The message of which a repetition is one: readings say from which they came first. */
async function repeatedBy(
  ctx: Ctx,
  db: Db,
  row: Pick<ReceivedDataRow, 'no' | 'duplicate' | 'datalogger_id' | 'received_at'>,
  held: readonly { src: number }[],
): Promise<ReceivedDataDetail['repeats']> {
  const older = new Set(held.flatMap(({ src }) => (src > 0 && src < row.no ? src : [])));
  if (row.duplicate === 0 || older.size === 0) return null;
  const first = await receivedDataRepo({ db, organization_id: ctx.organization.id }).firstOf(
    row,
    [...older].slice(0, LOOKED_BACK),
    LOOKED_BACK,
  );
  return first ? { id: first.id, received_at: formatInstant(first.received_at) } : null;
}
