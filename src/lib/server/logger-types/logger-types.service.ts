import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../constants.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import {
  type listTypeCatalogue as catalogueEndpoint,
  type createLoggerType as createEndpoint,
  type LoggerType,
  type LoggerTypeDetail,
  type listLoggerTypes as listEndpoint,
  type PortableType,
  type publishLoggerType as publishEndpoint,
  type TypeSpec,
  typeSpec,
  type updateLoggerType as updateEndpoint,
  type getLoggerTypeVersion as versionEndpoint,
} from '../../contract/logger-types.ts';
import { BUILT_IN_TYPES } from '../../domain/logger-types/built-in.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer, stamps } from '../kernel/rows.ts';
import type { Verb } from '../kernel/verbs.ts';
import { type LoggerTypeRow, loggerTypesRepo, type ShownRow } from './logger-types.repo.ts';
import { fromPortable, inSensorTypes, toPortable } from './portable.ts';
import { sensorsOf, sensorTypes } from './sensors.ts';
import { specProblems } from './spec-rules.ts';

/** Lists are read whole: more types than this nobody tells apart. */
const MAX_TYPES = 1000;
const MOST_PROBLEMS = 20;
const repoOf = (ctx: Ctx, db: Db) => loggerTypesRepo({ db, organization_id: ctx.organization.id });

const specOf = (text: string | null): TypeSpec | null => (text === null ? null : (JSON.parse(text) as TypeSpec));

/** One text for what says the same, in the order of the contract. */
const textOf = (spec: TypeSpec): string => JSON.stringify(typeSpec.parse(spec));

/** What a new type reads by before anybody has said anything. */
const EMPTY: TypeSpec = {
  decoder: 'mapping',
  script: null,
  rows: null,
  time: null,
  clock: { kind: 'utc', offset_min: 0, zone: null, twice: 'refuse', skipped: 'refuse' },
  channels: [],
};

function toLoggerType(row: ShownRow, logger_count: number): LoggerType {
  const shown = specOf(row.published) ?? specOf(row.draft) ?? EMPTY;
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    maker: row.maker,
    model: row.model,
    notes: row.notes,
    manual_url: row.manual_url,
    sampling_interval_s: row.sampling_interval_s,
    sending_interval_s: row.sending_interval_s,
    offline_after: row.offline_after,
    sample: row.sample,
    photo_file_id: row.photo_file_id,
    decoder: shown.decoder,
    version: row.version,
    has_draft: row.draft !== null,
    channel_count: shown.channels.length,
    logger_count,
    rev: row.rev,
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
    archived_at: formatInstant(row.archived_at),
  };
}

async function detail(ctx: Ctx, db: Db, row: ShownRow): Promise<LoggerTypeDetail> {
  const repo = repoOf(ctx, db);
  const uses = await repo.uses(row.id);
  const counts = new Map(uses.map(({ version, count }) => [version, count]));
  return {
    ...toLoggerType(
      row,
      uses.reduce((sum, { count }) => sum + count, 0),
    ),
    draft: specOf(row.draft),
    published: specOf(row.published),
    versions: (await repo.versions(row.id)).map(({ version, published_at }) => ({
      version,
      published_at: formatInstant(published_at),
      logger_count: counts.get(version) ?? 0,
    })),
  };
}

export async function listLoggerTypes(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    const counts = new Map<string | null, number>();
    for (const { id, count } of await repo.uses()) counts.set(id, (counts.get(id) ?? 0) + count);
    return { items: (await repo.list(query.archived === '1')).map((row) => toLoggerType(row, counts.get(row.id) ?? 0)) };
  });
}

/** In the language of the organisation: what is copied from it belongs to all of its people. */
export async function listTypeCatalogue(ctx: Ctx): Promise<ResponseOf<typeof catalogueEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const locale = await localeOf(ctx, db);
    const [rows, sensors] = [await repoOf(ctx, db).list(false), await sensorTypes(ctx, db)];
    return {
      items: BUILT_IN_TYPES.map(({ key, portable }) => {
        const { name, maker, model, sending_interval_s, spec } = portable(locale);
        const copy = unchangedCopy(rows, key, { sending_interval_s, spec: inSensorTypes(sensors, spec) });
        const { decoder, channels } = spec;
        return { key, name, maker, model, decoder, channel_count: channels.length, sending_interval_s, copy_id: copy?.id ?? null };
      }),
    };
  });
}

/** The published copy of a type that came with the product which reads and is waited for as that one. */
function unchangedCopy(
  rows: readonly ShownRow[],
  key: string,
  { spec, sending_interval_s }: { spec: TypeSpec; sending_interval_s: number | null },
): ShownRow | undefined {
  const text = textOf(spec);
  return rows.find(
    (row) => row.key === key && row.draft === null && row.published === text && row.sending_interval_s === sending_interval_s,
  );
}

/**
 * The version by which loggers are read that are of a type that comes with the product: that of its unchanged copy, else of one that is made and
 * published in the same transaction, with its own rows of the trail.
 * @throws AppError forbidden (there is no copy, and the actor may not make types), validation_failed (no such type), conflict (too many types)
 */
export async function versionOfBuiltIn(ctx: Ctx, tx: Mutation, key: string): Promise<{ id: string; version: number }> {
  const builtIn = BUILT_IN_TYPES.find((one) => one.key === key);
  if (!builtIn) throw invalid('built_in_type');
  const repo = repoOf(ctx, tx.db);
  const portable = builtIn.portable(await localeOf(ctx, tx.db));
  const spec = await fromPortable(ctx, tx.db, portable.spec);
  const copy = unchangedCopy(await repo.list(false), key, { ...portable, spec });
  if (copy?.version) return { id: copy.id, version: copy.version };
  tx.allow(null);
  if ((await repo.count()) >= MAX_TYPES) throw new AppError('conflict');
  const id = ctx.ids.uuid();
  await repo.insert({ ...stamps(ctx.clock.now(), actorId(ctx.actor)), ...described(portable, key, spec), id, version: null });
  const made = await foundType(ctx, tx.db, id);
  tx.audit(id, { verb: 'logger-types.create', after: await detail(ctx, tx.db, made) });
  const { version } = await published(ctx, tx, made, 'logger-types.publish');
  return { id, version: version! };
}

async function localeOf(ctx: Ctx, db: Db): Promise<Locale> {
  const locale = await repoOf(ctx, db).locale();
  return LOCALES.find((one) => one === locale) ?? DEFAULT_LOCALE;
}

/** @throws AppError not_found */
export async function foundType(ctx: Ctx, db: Db, id: string): Promise<ShownRow> {
  const row = await repoOf(ctx, db).find(id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** @throws AppError not_found */
export async function getLoggerType(ctx: Ctx, id: string): Promise<LoggerTypeDetail> {
  return ctx.db.read(ctx.organization.id, async (db) => detail(ctx, db, await foundType(ctx, db, id)));
}

const VERSION = /^[1-9]\d{0,6}$/;

/** @throws AppError not_found */
export async function getLoggerTypeVersion(ctx: Ctx, id: string, version: string): Promise<ResponseOf<typeof versionEndpoint>> {
  const row = VERSION.test(version)
    ? await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).version(id, Number(version)))
    : undefined;
  if (!row) throw new AppError('not_found');
  return { version: row.version, published_at: formatInstant(row.published_at), spec: specOf(row.spec) ?? EMPTY };
}

/** @throws AppError not_found */
export async function exportLoggerType(ctx: Ctx, id: string): Promise<PortableType> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const row = await foundType(ctx, db, id);
    return toPortable(ctx, db, row, specOf(row.draft) ?? specOf(row.published) ?? EMPTY);
  });
}

function changed(tx: Mutation, id: string): void {
  tx.publish({ name: 'changed', data: { entity: 'logger-types', id, workspace_id: null } });
}

type Described = Pick<
  LoggerTypeRow,
  | 'key'
  | 'name'
  | 'maker'
  | 'model'
  | 'notes'
  | 'manual_url'
  | 'sampling_interval_s'
  | 'sending_interval_s'
  | 'offline_after'
  | 'sample'
  | 'draft'
>;

const described = (type: Omit<PortableType, 'format' | 'format_version' | 'spec'>, key: string | null, spec: TypeSpec): Described => ({
  key,
  name: type.name,
  maker: type.maker || null,
  model: type.model || null,
  notes: type.notes || null,
  manual_url: type.manual_url,
  sampling_interval_s: type.sampling_interval_s,
  sending_interval_s: type.sending_interval_s,
  offline_after: type.offline_after ?? null,
  sample: type.sample,
  draft: textOf(spec),
});

const NOTHING = {
  name: '',
  maker: null,
  model: null,
  notes: null,
  manual_url: null,
  sampling_interval_s: null,
  sending_interval_s: null,
  offline_after: null,
  sample: null,
};

/** What a new type begins with. @throws AppError validation_failed */
async function beginning(ctx: Ctx, db: Db, { from, copy_of, portable, name }: BodyOf<typeof createEndpoint>): Promise<Described> {
  if ([from, copy_of, portable].filter((one) => one !== undefined).length > 1) throw invalid('from');
  if (from !== undefined) {
    const builtIn = BUILT_IN_TYPES.find(({ key }) => key === from);
    if (!builtIn) throw invalid('from');
    const type = builtIn.portable(await localeOf(ctx, db));
    return described(type, from, await fromPortable(ctx, db, type.spec));
  }
  if (portable !== undefined) return described(portable, null, await fromPortable(ctx, db, portable.spec));
  if (copy_of !== undefined) {
    const row = await repoOf(ctx, db).find(copy_of);
    if (!row) throw invalid('copy_of');
    return described(row, row.key, specOf(row.draft) ?? specOf(row.published) ?? EMPTY);
  }
  if (name === undefined) throw invalid('name');
  return described(NOTHING, null, EMPTY);
}

/**
 * Creates a type with a draft. Repeated with the same id it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (nothing to begin with, a spec that can't be), conflict (the id is taken, or too many types)
 */
export async function createLoggerType(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<LoggerTypeDetail> {
  return mutate(ctx, 'logger-types.create', async (tx) => {
    tx.allow(null);
    const repo = repoOf(ctx, tx.db);
    if ((await repo.count()) >= MAX_TYPES) throw new AppError('conflict');
    const id = body.id ?? ctx.ids.uuid();
    const begun = await beginning(ctx, tx.db, body);
    const columns = { ...begun, name: body.name ?? begun.name };
    const draft = specOf(columns.draft) ?? EMPTY;
    refuse(specProblems(draft, await sensorsOf(ctx, tx.db, draft)));
    if (!(await repo.insert({ ...stamps(ctx.clock.now(), actorId(ctx.actor)), ...columns, id, version: null }))) {
      const first = await firstAnswer<LoggerTypeDetail>(tx.db, ctx.organization.id, 'logger-types.create', id);
      if (!first || first.name !== columns.name || JSON.stringify(first.draft) !== columns.draft) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    const after = await detail(ctx, tx.db, await foundType(ctx, tx.db, id));
    tx.audit(id, { after });
    changed(tx, id);
    return after;
  });
}

/** @throws AppError validation_failed */
function refuse(errors: ReturnType<typeof specProblems>): void {
  if (errors.length > 0) throw new AppError('validation_failed', { errors: errors.slice(0, MOST_PROBLEMS) });
}

/**
 * Changes a type or its draft; a draft that says what the newest version says is none.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed
 */
export async function updateLoggerType(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<LoggerTypeDetail> {
  const { rev, archived, draft, ...wanted } = body;
  const now = ctx.clock.now();
  return mutate(ctx, 'logger-types.update', async (tx) => {
    tx.allow(null);
    const row = await foundType(ctx, tx.db, id);
    const before = await detail(ctx, tx.db, row);
    if (row.rev !== rev) throw new AppError('stale_rev', { current: before });
    if (draft) refuse(specProblems(draft, await sensorsOf(ctx, tx.db, draft)));
    // A type that was never published has nothing without its draft.
    if (draft === null && row.version === null) throw invalid('draft');
    if (wanted.photo_file_id != null && !(await repoOf(ctx, tx.db).hasPicture(id, wanted.photo_file_id))) throw invalid('photo_file_id');
    const text = draft && textOf(draft);
    const changes = changesOf<LoggerTypeRow, Partial<LoggerTypeRow>>(row, {
      ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
      ...(text === undefined ? {} : { draft: text === row.published ? null : text }),
      ...(archived === undefined ? {} : { archived_at: archived ? (row.archived_at ?? now) : null }),
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return before;
    }
    const done = await repoOf(ctx, tx.db).update(row, rev, changes, { at: now, by: actorId(ctx.actor) });
    const after = await detail(ctx, tx.db, await foundType(ctx, tx.db, id));
    if (!done) throw new AppError('stale_rev', { current: after });
    tx.audit(id, { before, after });
    changed(tx, id);
    return after;
  });
}

/**
 * Makes the draft the next version. Loggers stay on theirs.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed (nothing to publish, or it can't be)
 */
export async function publishLoggerType(ctx: Ctx, id: string, { rev }: BodyOf<typeof publishEndpoint>): Promise<LoggerTypeDetail> {
  return mutate(ctx, 'logger-types.publish', async (tx) => {
    tx.allow(null);
    const row = await foundType(ctx, tx.db, id);
    if (row.rev !== rev) throw new AppError('stale_rev', { current: await detail(ctx, tx.db, row) });
    return published(ctx, tx, row);
  });
}

/** The draft of a row becomes its next version. @param verb where the mutation has another */
async function published(ctx: Ctx, tx: Mutation, row: ShownRow, verb?: Verb): Promise<LoggerTypeDetail> {
  const { id, rev } = row;
  const now = ctx.clock.now();
  const by = actorId(ctx.actor);
  const repo = repoOf(ctx, tx.db);
  const before = await detail(ctx, tx.db, row);
  const draft = specOf(row.draft);
  if (!draft || row.archived_at !== null || (draft.decoder === 'mapping' && draft.channels.length === 0)) throw invalid('draft');
  const sensors = await sensorsOf(ctx, tx.db, draft);
  refuse(specProblems(draft, sensors));
  const version = (row.version ?? 0) + 1;
  if (!(await repo.update(row, rev, { draft: null, version }, { at: now, by })))
    throw new AppError('stale_rev', { current: await detail(ctx, tx.db, await foundType(ctx, tx.db, id)) });
  await repo.insertVersion({
    logger_type_id: id,
    version,
    spec: textOf(draft),
    sensors: JSON.stringify(Object.fromEntries(sensors)),
    published_at: now,
    published_by: by,
  });
  const after = await detail(ctx, tx.db, await foundType(ctx, tx.db, id));
  tx.audit(id, { ...(verb && { verb }), before, after });
  changed(tx, id);
  return after;
}
