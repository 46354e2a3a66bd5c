import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type * as contract from '../../contract/recordings.ts';
import { MOST_NOTES } from '../../contract/recordings.ts';
import type { Scope } from '../../contract/scopes.ts';
import { plausible } from '../../domain/quantities/plausible.ts';
import { formatInstant, parseInstant } from '../../domain/time/instant.ts';
import { alarmsRepo } from '../alarms/alarms.repo.ts';
import { typesOf } from '../channels/channels.service.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, listed, momentAsked, pageAsked, readableWorkspaces } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import { actorId, changesOf, firstAnswer, stamps } from '../kernel/rows.ts';
import type { Verb } from '../kernel/verbs.ts';
import { changedParts, evaluate, type Found, PARTS, type SignedHash, type StoredEvidence } from './evaluate.ts';
import { type ListedRow, type RecordingRow, recordingsRepo, SORTS } from './recordings.repo.ts';
import { readLimits, readSnapshot, snapshotOf } from './snapshot.ts';

const repoOf = (ctx: Ctx, db: Db) => recordingsRepo({ db, organization_id: ctx.organization.id }, ctx.clock.now());

export function stateOf(
  row: Pick<RecordingRow, 'archived_at' | 'approved_at' | 'from_ts' | 'to_ts'>,
  now: number,
): contract.RecordingState {
  if (row.archived_at !== null) return 'archived';
  if (row.approved_at !== null) return 'approved';
  if (row.from_ts === null || row.from_ts > now) return 'planned';
  return row.to_ts === null || row.to_ts > now ? 'running' : 'stopped';
}

type Loggers = readonly { recording_id: string; id: string; name: string }[];

function toRow(ctx: Ctx, row: RecordingRow, loggers: Loggers): contract.RecordingRow {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name: row.name,
    purpose: row.purpose,
    state: stateOf(row, ctx.clock.now()),
    from: formatInstant(row.from_ts),
    to: formatInstant(row.to_ts),
    note: row.note,
    verdict: row.verdict,
    judged_at: formatInstant(row.judged_at),
    channel_count: row.channel_count,
    dataloggers: loggers.filter(({ recording_id }) => recording_id === row.id).map(({ id, name }) => ({ id, name })),
    revision: row.revision,
    approved_at: formatInstant(row.approved_at),
    approved_by: row.approver,
    changed: row.changed === 1,
    rev: row.rev,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    archived_at: formatInstant(row.archived_at),
  };
}

async function toRecording(ctx: Ctx, db: Db, row: RecordingRow): Promise<contract.Recording> {
  const repo = repoOf(ctx, db);
  const channels = await repo.channels(row.id);
  const revisions = await repo.revisions(row.id);
  const imported = await repo.importOf(row.id);
  const plan = await repo.planOf(row.id);
  return {
    ...toRow(ctx, row, await repo.loggersOf([row.id])),
    channels: channels.map(({ channel_id, snapshot, limits }) => {
      const { own_unit: _, mean: __, ...shown } = readSnapshot(snapshot);
      return { channel_id, ...shown, limits: readLimits(limits) };
    }),
    notes: (await repo.notes(row.id)).map(({ id, at, text, created_at, author }) => ({
      id,
      at: formatInstant(at),
      text,
      created_by: author,
      created_at: formatInstant(created_at),
    })),
    plan: plan ?? null,
    import: imported ? { id: imported.id, name: imported.name, undone_at: formatInstant(imported.undone_at) } : null,
    revisions: revisions.map((one, index) => {
      const evidence = JSON.parse(one.evidence) as StoredEvidence[];
      const before = revisions[index + 1];
      return {
        revision: one.revision,
        hash: one.hash,
        verdict: one.verdict,
        channels: evidence.map(({ parts: _, ...shown }) => shown),
        made_at: formatInstant(one.made_at),
        signed_at: formatInstant(one.signed_at),
        signed_by: one.signer,
        statement: one.statement,
        changed: before === undefined ? [] : changedIn(row, JSON.parse(before.evidence) as StoredEvidence[], evidence),
      };
    }),
  };
}

/** Where the readings of two revisions differ. */
function changedIn({ from_ts, to_ts }: RecordingRow, before: readonly StoredEvidence[], after: readonly StoredEvidence[]) {
  if (from_ts === null || to_ts === null) return [];
  const edge = (part: number) => formatInstant(Math.round(from_ts + ((to_ts - from_ts) * part) / PARTS));
  return after.flatMap(({ channel_id, parts }) => {
    const was = before.find((one) => one.channel_id === channel_id);
    return changedParts(was?.parts ?? [], parts).map(({ first, last }) => ({ channel_id, from: edge(first), to: edge(last + 1) }));
  });
}

const filterOf = (ctx: Ctx, query: QueryOf<typeof contract.countRecordings>) => ({
  q: query.q,
  workspaces: readableWorkspaces(ctx, query.workspace_id),
  purpose: query.purpose,
  verdict: query.verdict,
  datalogger_id: query.datalogger_id,
  channel_id: query.channel_id,
  from: momentAsked(query, 'from'),
  to: momentAsked(query, 'to'),
});

/** @throws AppError validation_failed for an unknown sort or a damaged cursor */
export async function listRecordings(
  ctx: Ctx,
  query: QueryOf<typeof contract.listRecordings>,
): Promise<ResponseOf<typeof contract.listRecordings>> {
  const page = pageAsked(query, SORTS, '-from');
  const filter = { ...filterOf(ctx, query), state: query.state ?? null };
  const read = (db: Db) => {
    const repo = repoOf(ctx, db);
    return repo.list(filter, page).then((rows) =>
      listed<ListedRow, contract.RecordingRow>(query, page, rows, {
        place: (row) => row.place,
        async items(shown) {
          const loggers = await repo.loggersOf(shown.map(({ id }) => id));
          return shown.map((row) => toRow(ctx, row, loggers));
        },
        count: () => repo.count(filter),
      }),
    );
  };
  return query.q ? longRead(ctx, read) : ctx.db.read(ctx.organization.id, read);
}

export async function countRecordings(
  ctx: Ctx,
  query: QueryOf<typeof contract.countRecordings>,
): Promise<ResponseOf<typeof contract.countRecordings>> {
  return ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).tally(filterOf(ctx, query)));
}

/** One on which the actor has the scope. @throws AppError not_found */
export async function recordingWith(ctx: Ctx, db: Db, id: string, scope: Scope = 'dlog:read'): Promise<RecordingRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || !can(ctx, scope, row.workspace_id)) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getRecording(ctx: Ctx, id: string): Promise<contract.Recording> {
  return ctx.db.read(ctx.organization.id, async (db) => toRecording(ctx, db, await recordingWith(ctx, db, id)));
}

/** What its readings say now. @throws AppError not_found, conflict (it has not begun), over_read_budget */
export async function evaluated(ctx: Ctx, id: string): Promise<Found> {
  return longRead(ctx, async (db) => {
    const row = await recordingWith(ctx, db, id);
    if (row.from_ts === null || row.from_ts > ctx.clock.now()) throw new AppError('conflict');
    const repo = repoOf(ctx, db);
    return evaluate(ctx, db, { row, channels: await repo.channels(id), signed: await signedHash(ctx, db, row) });
  });
}

/** Hash of the newest revision that somebody signed, and by which lines it was made. */
export async function signedHash(ctx: Pick<Ctx, 'organization' | 'clock'>, db: Db, row: RecordingRow): Promise<SignedHash | null> {
  if (row.approved_at === null) return null;
  const repo = recordingsRepo({ db, organization_id: ctx.organization.id }, ctx.clock.now());
  const signed = (await repo.revisions(row.id)).find(({ signed_at }) => signed_at !== null);
  return signed ? { hash: signed.hash, version: signed.hash_version } : null;
}

/** @throws AppError not_found, conflict (it has not begun), over_read_budget */
export async function evaluateRecording(ctx: Ctx, id: string): Promise<contract.RecordingEvaluation> {
  const { evaluation } = await evaluated(ctx, id);
  const channels = evaluation.channels.map(({ channel_id }) => channel_id);
  const [from, to] = [evaluation.from, evaluation.to].map((at) => parseInstant(at)) as [number, number];
  const alarms = await ctx.db.read(ctx.organization.id, (db) =>
    alarmsRepo({ db, organization_id: ctx.organization.id }).lasted(channels, from, to),
  );
  return { ...evaluation, alarms };
}

/** A row as the audit trail keeps it: with its channels, and what they are judged by. */
const toTrail = ({ revisions: _, ...recording }: contract.Recording) => ({
  ...recording,
  channels: recording.channels.map(({ channel_id, name, limits }) => ({ channel_id, name, limits })),
});

/** Says what became of it to the trail and to open pages. */
async function told(ctx: Ctx, tx: Mutation, id: string, before?: contract.Recording): Promise<contract.Recording> {
  const row = (await repoOf(ctx, tx.db).find(id))!;
  const after = await toRecording(ctx, tx.db, row);
  tx.audit(id, { workspaceId: row.workspace_id, ...(before ? { before: toTrail(before) } : {}), after: toTrail(after) });
  tx.publish({ name: 'changed', data: { entity: 'recordings', id, workspace_id: row.workspace_id } });
  return after;
}

/** The columns of the wanted channels: what they are now, and what they are judged by. @throws AppError validation_failed */
export async function channelsFor(ctx: Ctx, db: Db, wanted: BodyOf<typeof contract.createRecording>['channels'], workspaceId?: string) {
  const sources = await repoOf(ctx, db).sources(wanted.map(({ channel_id }) => channel_id));
  const types = await typesOf(ctx, db, sources);
  const rows = wanted.map(({ channel_id, limits }, index) => {
    const source = sources.find(({ id }) => id === channel_id);
    const place = workspaceId ?? sources.find(({ id }) => id === wanted[0]!.channel_id)?.workspace_id;
    if (!source || source.merged_into !== null || !can(ctx, 'dlog:read', source.workspace_id) || source.workspace_id !== place)
      throw invalid(`channels.${index}.channel_id`);
    if (limits !== null) checkLimits(limits, `channels.${index}.limits`, source.kind);
    return {
      channel_id,
      limits: limits === null ? null : JSON.stringify(limits),
      snapshot: JSON.stringify(snapshotOf(source, types, ctx.clock.now())),
      workspace_id: source.workspace_id,
    };
  });
  return { workspace_id: rows[0]!.workspace_id, rows: rows.map(({ workspace_id: _, ...row }) => row) };
}

function checkLimits(limits: contract.RecordingLimits, path: string, kind: string): void {
  if (kind !== 'gauge' && kind !== 'counter') throw invalid(path);
  if (limits.low !== null && limits.high !== null && limits.low >= limits.high) throw invalid(`${path}.high`);
}

/**
 * @param madeOf the import whose readings it holds, and the task that stored them
 * @throws AppError forbidden, validation_failed (channels of several workspaces, crossed limits, a time that ends before it begins), conflict
 */
export async function createRecording(
  ctx: Ctx,
  body: BodyOf<typeof contract.createRecording>,
  madeOf?: { import_id: string; task_id: string },
): Promise<contract.Recording> {
  const now = ctx.clock.now();
  return mutate(ctx, 'recordings.create', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const { workspace_id, rows } = await channelsFor(ctx, tx.db, body.channels);
    tx.allow(workspace_id);
    const id = body.id ?? ctx.ids.uuid();
    const known = body.id === undefined ? undefined : await repo.find(body.id);
    if (known) {
      const first = await firstAnswer<{ name: string }>(tx.db, ctx.organization.id, 'recordings.create', id);
      if (first?.name !== body.name || !can(ctx, 'dlog:read', known.workspace_id)) throw new AppError('conflict');
      tx.unchanged();
      return toRecording(ctx, tx.db, known);
    }
    const from_ts = body.from === 'now' ? now : micros(body.from ?? null);
    const to_ts = micros(body.to ?? null);
    checkTime(from_ts, to_ts);
    await repo.insert({
      ...stamps(now, actorId(ctx.actor)),
      id,
      workspace_id,
      name: body.name,
      purpose: body.purpose,
      note: body.note || null,
      from_ts,
      to_ts,
      sort_ts: from_ts ?? now,
    });
    await repo.putChannels(id, rows);
    if (madeOf) await repo.putImport({ recording_id: id, ...madeOf });
    return told(ctx, tx, id);
  });
}

const micros = (text: string | null): number | null => (text === null ? null : parseInstant(text));

function checkTime(from: number | null, to: number | null): void {
  if (to !== null && (from === null || to <= from)) throw invalid('to');
}

/** Holds what was signed: nothing of it changes any more. @throws AppError recording_signed */
function unsigned(row: RecordingRow): void {
  if (row.approved_at !== null) throw new AppError('recording_signed');
}

/** One that is about to be changed at its revision. */
async function changing(ctx: Ctx, tx: Mutation, id: string, rev: number): Promise<{ row: RecordingRow; before: contract.Recording }> {
  const row = await recordingWith(ctx, tx.db, id);
  tx.allow(row.workspace_id);
  const before = await toRecording(ctx, tx.db, row);
  if (row.rev !== rev) throw new AppError('stale_rev', { current: before });
  return { row, before };
}

const stale = async (ctx: Ctx, tx: Mutation, before: RecordingRow) =>
  new AppError('stale_rev', { current: await toRecording(ctx, tx.db, (await repoOf(ctx, tx.db).find(before.id)) ?? before) });

/** @throws AppError not_found, forbidden, stale_rev, validation_failed, recording_signed (more than archiving it) */
export async function updateRecording(ctx: Ctx, id: string, body: BodyOf<typeof contract.updateRecording>): Promise<contract.Recording> {
  const now = ctx.clock.now();
  return mutate(ctx, 'recordings.update', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const { row, before } = await changing(ctx, tx, id, body.rev);
    const { archived, rev: _, channels, ...content } = body;
    if (channels !== undefined || Object.values(content).some((value) => value !== undefined)) unsigned(row);
    const from_ts = content.from === undefined ? row.from_ts : micros(content.from);
    const to_ts = content.to === undefined ? row.to_ts : micros(content.to);
    checkTime(from_ts, to_ts);
    const changes = changesOf<RecordingRow, Partial<RecordingRow>>(row, {
      ...(content.name === undefined ? {} : { name: content.name }),
      ...(content.purpose === undefined ? {} : { purpose: content.purpose }),
      ...(content.note === undefined ? {} : { note: content.note || null }),
      from_ts,
      to_ts,
      sort_ts: from_ts ?? row.created_at,
      ...(archived === undefined ? {} : { archived_at: archived ? (row.archived_at ?? now) : null }),
    });
    if (Object.keys(changes).length === 0 && channels === undefined) {
      tx.unchanged();
      return before;
    }
    // What it was judged by may be another one now.
    if (!(await repo.update(row, { ...changes, judged_at: null }, { at: now, by: actorId(ctx.actor) }))) throw await stale(ctx, tx, row);
    if (channels !== undefined) await repo.putChannels(id, (await channelsFor(ctx, tx.db, channels, row.workspace_id)).rows);
    return told(ctx, tx, id, before);
  });
}

/** Begins or ends it at this moment. */
async function turn(ctx: Ctx, id: string, rev: number, verb: Verb & `recordings.${'start' | 'stop'}`): Promise<contract.Recording> {
  const now = ctx.clock.now();
  return mutate(ctx, verb, async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const { row, before } = await changing(ctx, tx, id, rev);
    const isStart = verb === 'recordings.start';
    if (before.state !== (isStart ? 'planned' : 'running')) throw new AppError('conflict');
    const time = isStart
      ? { from_ts: now, sort_ts: now, ...(row.to_ts !== null && row.to_ts <= now ? { to_ts: null } : {}) }
      : { to_ts: Math.max(now, row.from_ts! + 1) };
    if (!(await repo.update(row, { ...time, judged_at: null }, { at: now, by: actorId(ctx.actor) }))) throw await stale(ctx, tx, row);
    if (isStart) {
      // It is judged by what its channels are when it begins.
      const wanted = before.channels.map(({ channel_id, limits }) => ({ channel_id, limits }));
      await repo.putChannels(id, (await channelsFor(ctx, tx.db, wanted, row.workspace_id)).rows);
    }
    return told(ctx, tx, id, before);
  });
}

/** @throws AppError not_found, forbidden, stale_rev, conflict (it isn't planned) */
export const startRecording = (ctx: Ctx, id: string, { rev }: BodyOf<typeof contract.startRecording>) =>
  turn(ctx, id, rev, 'recordings.start');
/** @throws AppError not_found, forbidden, stale_rev, conflict (it doesn't run) */
export const stopRecording = (ctx: Ctx, id: string, { rev }: BodyOf<typeof contract.stopRecording>) =>
  turn(ctx, id, rev, 'recordings.stop');

/** @throws AppError not_found, forbidden, conflict (too many), recording_signed */
export async function addNote(ctx: Ctx, id: string, body: BodyOf<typeof contract.addRecordingNote>): Promise<contract.Recording> {
  const now = ctx.clock.now();
  return mutate(ctx, 'recordings.add_note', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await recordingWith(ctx, tx.db, id);
    tx.allow(row.workspace_id);
    unsigned(row);
    const before = await toRecording(ctx, tx.db, row);
    if (before.notes.some((note) => note.id === body.id)) {
      tx.unchanged();
      return before;
    }
    if (before.notes.length >= MOST_NOTES) throw new AppError('conflict');
    const by = actorId(ctx.actor);
    await repo.addNote({
      id: body.id ?? ctx.ids.uuid(),
      recording_id: id,
      at: parseInstant(body.at),
      text: body.text,
      created_at: now,
      created_by: by,
    });
    await repo.sign(row, {}, { at: now, by });
    return told(ctx, tx, id, before);
  });
}

/** @throws AppError not_found (also the note), forbidden, recording_signed */
export async function removeNote(ctx: Ctx, id: string, body: BodyOf<typeof contract.removeRecordingNote>): Promise<contract.Recording> {
  return mutate(ctx, 'recordings.remove_note', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await recordingWith(ctx, tx.db, id);
    tx.allow(row.workspace_id);
    unsigned(row);
    const before = await toRecording(ctx, tx.db, row);
    if (!(await repo.removeNote(id, body.note_id))) throw new AppError('not_found');
    await repo.sign(row, {}, { at: ctx.clock.now(), by: actorId(ctx.actor) });
    return told(ctx, tx, id, before);
  });
}

/**
 * Signs what was seen. Its readings are gone through before the transaction, so that nobody who writes waits for it: what comes meanwhile makes
 * the next revision, as whatever comes later.
 * @throws AppError not_found, forbidden, stale_rev, conflict (it isn't over, or is archived), recording_signed (as it is), recording_changed (other data than were seen)
 */
export async function approveRecording(ctx: Ctx, id: string, body: BodyOf<typeof contract.approveRecording>): Promise<contract.Recording> {
  const known = await ctx.db.read(ctx.organization.id, (db) => recordingWith(ctx, db, id));
  if (!can(ctx, 'dlog:sign', known.workspace_id)) throw new AppError('forbidden');
  if (known.rev !== body.rev) throw new AppError('stale_rev', { current: await getRecording(ctx, id) });
  const { evaluation, evidence, version } = await evaluated(ctx, id);
  return mutate(ctx, 'recordings.approve', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const { row, before } = await changing(ctx, tx, id, body.rev);
    if (row.archived_at !== null || !evaluation.ended || evaluation.hash === null) throw new AppError('conflict');
    if (evaluation.hash !== body.hash) throw new AppError('recording_changed');
    const newest = before.revisions.find(({ signed_at }) => signed_at !== null);
    if (newest?.hash === body.hash) throw new AppError('recording_signed');
    const now = ctx.clock.now();
    const by = actorId(ctx.actor);
    const revision = (newest?.revision ?? 0) + 1;
    await repo.putRevision({
      recording_id: id,
      revision,
      hash: body.hash,
      verdict: evaluation.verdict,
      evidence: JSON.stringify(evidence),
      made_at: now,
      signed_at: now,
      signed_by: by,
      statement: body.statement || null,
      hash_version: version,
    });
    const signed = { approved_at: now, approved_by: by, revision, changed: 0, verdict: evaluation.verdict, judged_at: now };
    if (!(await repo.sign(row, signed, { at: now, by }))) throw await stale(ctx, tx, row);
    return told(ctx, tx, id, before);
  });
}

/** The part that must be known where nobody says otherwise. */
const USUAL_COVERAGE = 0.95;

type Suggested = ResponseOf<typeof contract.suggestLimits>['items'];

/** Limits to begin with. Channels that the reader may not see, or that have neither rule nor range, are left out. */
export async function suggestLimits(
  ctx: Ctx,
  query: QueryOf<typeof contract.suggestLimits>,
): Promise<ResponseOf<typeof contract.suggestLimits>> {
  const ids = [...new Set(query.channels.split(','))];
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    const sources = (await repo.sources(ids)).filter(({ workspace_id }) => can(ctx, 'dlog:read', workspace_id));
    const rules = await repo.rules(ids);
    const types = await typesOf(ctx, db, sources);
    return {
      items: sources.flatMap((source): Suggested => {
        if (source.kind !== 'gauge' && source.kind !== 'counter') return [];
        const own = rules.filter(({ channel_id }) => channel_id === source.id);
        // Of several rules the narrowest limits: what is within them raises no alarm.
        const narrowest = (side: 'low' | 'high', pick: (...values: number[]) => number) => {
          const values = own.flatMap((rule) => rule[side] ?? []);
          return values.length === 0 ? null : pick(...values);
        };
        const limits = { allowed_above_s: 0, allowed_below_s: 0, coverage: USUAL_COVERAGE, kinetic_high: null };
        if (own.length > 0) {
          const [low, high] = [narrowest('low', Math.max), narrowest('high', Math.min)];
          const delay = (side: 'low' | 'high', value: number | null) =>
            Math.max(0, ...own.filter((rule) => rule[side] !== null && rule[side] === value).map(({ on_delay_s }) => on_delay_s));
          if (low === null || high === null || low < high)
            return [
              {
                channel_id: source.id,
                source: 'rule',
                limits: { ...limits, low, high, allowed_above_s: delay('high', high), allowed_below_s: delay('low', low) },
              },
            ];
        }
        const type = types.get(source.sensor_type_id ?? '');
        const range = type ? plausible(source.unit, type) : null;
        if (!range) return [];
        return [{ channel_id: source.id, source: 'range', limits: { ...limits, low: range.min, high: range.max } }];
      }),
    };
  });
}
