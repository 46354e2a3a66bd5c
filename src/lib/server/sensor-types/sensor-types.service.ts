import type { ChannelKind } from '../../contract/channels.ts';
import type { BodyOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  createSensorType as createEndpoint,
  listSensorTypes as listEndpoint,
  SensorKind,
  SensorType,
  updateSensorType as updateEndpoint,
} from '../../contract/sensor-types.ts';
import { canonicalUnit, unitOf } from '../../domain/quantities/quantities.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { actorId, changesOf, firstAnswer, stamps } from '../kernel/rows.ts';
import { type SensorTypeRow, sensorTypesRepo } from './sensor-types.repo.ts';
import { storedWords } from './stored-words.ts';

/** Lists are read whole: more types than this nobody tells apart. */
const MAX_TYPES = 1000;
export const repoOf = (ctx: Ctx, db: Db) => sensorTypesRepo({ db, organization_id: ctx.organization.id });

const toSensorType = (row: SensorTypeRow, channel_count: number): SensorType => ({
  id: row.id,
  key: row.key,
  names: JSON.parse(row.names) as SensorType['names'],
  quantity: row.quantity,
  kind: row.kind,
  unit: canonicalUnit(row.quantity)?.code ?? row.display_unit,
  display_unit: row.display_unit,
  decimals: row.decimals,
  range_min: row.range_min,
  range_max: row.range_max,
  mean: row.mean,
  color: row.color,
  state_words: storedWords(row.state_words),
  channel_count,
  rev: row.rev,
  created_at: formatInstant(row.created_at),
  updated_at: formatInstant(row.updated_at),
  archived_at: formatInstant(row.archived_at),
});

export async function found(ctx: Ctx, db: Db, id: string): Promise<{ row: SensorTypeRow; type: SensorType } | null> {
  const row = await repoOf(ctx, db).find(id);
  return row ? { row, type: toSensorType(row, (await repoOf(ctx, db).uses()).get(id) ?? 0) } : null;
}

export async function listSensorTypes(ctx: Ctx, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = repoOf(ctx, db);
    const uses = await repo.uses();
    return { items: (await repo.list(query.archived === '1')).map((row) => toSensorType(row, uses.get(row.id) ?? 0)) };
  });
}

/** @throws AppError not_found */
export async function getSensorType(ctx: Ctx, id: string): Promise<SensorType> {
  const one = await ctx.db.read(ctx.organization.id, (db) => found(ctx, db, id));
  if (!one) throw new AppError('not_found');
  return one.type;
}

type Checked = Pick<SensorType, 'quantity' | 'kind' | 'display_unit' | 'range_min' | 'range_max' | 'state_words'>;

/** Does the kind go with the quantity? States and texts are of their own kind, everything else is a number. */
const goesWith = ({ quantity, kind }: Pick<SensorType, 'quantity' | 'kind'>): boolean =>
  quantity === 'custom' || (quantity === 'state' || quantity === 'text' ? kind === quantity : kind !== 'state' && kind !== 'text');

/** @throws AppError validation_failed */
function check(type: Checked): void {
  if (!goesWith(type)) throw invalid('kind');
  if (type.quantity !== 'custom' && !unitOf(type.quantity, type.display_unit)) throw invalid('display_unit');
  if (type.range_min !== null && type.range_max !== null && type.range_min >= type.range_max) throw invalid('range_max');
  if (type.state_words !== null && type.kind !== 'state') throw invalid('state_words');
}

const columnsOf = (
  type: Pick<SensorType, 'names' | 'display_unit' | 'decimals' | 'range_min' | 'range_max' | 'mean' | 'color' | 'state_words'>,
) => ({
  names: JSON.stringify(type.names),
  display_unit: type.display_unit,
  decimals: type.decimals,
  range_min: type.range_min,
  range_max: type.range_max,
  mean: type.mean,
  color: type.color,
  state_words: type.state_words && JSON.stringify(type.state_words),
});

export function changed(tx: Mutation, id: string): void {
  tx.publish({ name: 'changed', data: { entity: 'sensor-types', id, workspace_id: null } });
}

/**
 * Creates a type. Repeated with the same id and the same body it answers as the first time and changes nothing.
 * @throws AppError forbidden, validation_failed (a unit of another quantity, a range upside down), conflict (the id is taken, or too many types)
 */
export async function createSensorType(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<SensorType> {
  return mutate(ctx, 'sensor-types.create', async (tx) => {
    tx.allow(null);
    check(body);
    const repo = repoOf(ctx, tx.db);
    if ((await repo.count()) >= MAX_TYPES) throw new AppError('conflict');
    const id = body.id ?? ctx.ids.uuid();
    const columns = { ...columnsOf(body), quantity: body.quantity, kind: body.kind };
    if (!(await repo.insert({ ...stamps(ctx.clock.now(), actorId(ctx.actor)), ...columns, id, key: null }))) {
      const first = await firstAnswer<SensorType>(tx.db, ctx.organization.id, 'sensor-types.create', id);
      const same = first && { ...columnsOf(first), quantity: first.quantity, kind: first.kind };
      if (!first || !same || Object.keys(changesOf(same, columns)).length > 0) throw new AppError('conflict');
      tx.unchanged();
      return first;
    }
    const { type } = (await found(ctx, tx.db, id))!;
    tx.audit(id, { after: type });
    changed(tx, id);
    return type;
  });
}

/**
 * Changes or archives a type. Its quantity and kind stay: what was stored was stored by them; so does the unit of a custom type.
 * @throws AppError not_found, forbidden, stale_rev, validation_failed
 */
export async function updateSensorType(ctx: Ctx, id: string, body: BodyOf<typeof updateEndpoint>): Promise<SensorType> {
  const { rev, archived, ...wanted } = body;
  const now = ctx.clock.now();
  return mutate(ctx, 'sensor-types.update', async (tx) => {
    tx.allow(null);
    const one = await found(ctx, tx.db, id);
    if (!one) throw new AppError('not_found');
    const { row, type: before } = one;
    if (before.rev !== rev) throw new AppError('stale_rev', { current: before });
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const next: SensorType = { ...before, ...given };
    check(next);
    if (before.quantity === 'custom' && next.display_unit !== before.display_unit) throw invalid('display_unit');
    const changes = changesOf(row, {
      ...columnsOf(next),
      archived_at: archived === undefined ? row.archived_at : archived ? (row.archived_at ?? now) : null,
    });
    if (Object.keys(changes).length === 0) {
      tx.unchanged();
      return before;
    }
    const done = await repoOf(ctx, tx.db).update(id, rev, changes, { at: now, by: actorId(ctx.actor) });
    const after = (await found(ctx, tx.db, id))!.type;
    if (!done) throw new AppError('stale_rev', { current: after });
    tx.audit(id, { before, after });
    changed(tx, id);
    return after;
  });
}

/** Which kinds of channels a type fits. */
const FITS: Record<SensorKind, readonly ChannelKind[]> = {
  gauge: ['gauge', 'counter'],
  counter: ['gauge', 'counter'],
  delta: ['gauge', 'counter'],
  state: ['state'],
  text: ['text'],
};

/** Refuses a type that isn't there, is archived, or is of another kind than the channel. @throws AppError validation_failed */
export async function checkSensorType(ctx: Ctx, db: Db, id: string, kind: ChannelKind): Promise<void> {
  const row = await repoOf(ctx, db).find(id);
  if (!row || row.archived_at !== null || !FITS[row.kind].includes(kind)) throw invalid('sensor_type_id');
}
