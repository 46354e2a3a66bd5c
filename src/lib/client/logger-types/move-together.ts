import type { Datalogger } from '../../contract/dataloggers.ts';
import { MOST_MOVED, type MovePreview, moveLoggers, previewMove, previewTakeOff, takeOffLoggers } from '../../contract/logger-types.ts';
import type { Api } from '../kernel/api.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** What loggers are read by: a version of a type, or null = by what messages say themselves. */
export type TypeTarget = { id: string; version: number } | null;
type Typed = Pick<Datalogger, 'id' | 'logger_type_id' | 'logger_type_version'>;

const typeOf = ({ logger_type_id: id, logger_type_version: version }: Typed): TypeTarget =>
  id === null || version === null ? null : { id, version };

/** Loggers of one way each, as many at once as a call takes. */
function parts(rows: readonly Typed[], by: (row: Typed) => TypeTarget): { way: TypeTarget; ids: string[] }[] {
  const groups = new Map<string, { way: TypeTarget; ids: string[] }>();
  for (const row of rows) {
    const way = by(row);
    const key = JSON.stringify(way);
    const group = groups.get(key) ?? { way, ids: [] };
    group.ids.push(row.id);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ way, ids }) =>
    Array.from({ length: Math.ceil(ids.length / MOST_MOVED) }, (_, i) => ({ way, ids: ids.slice(i * MOST_MOVED, (i + 1) * MOST_MOVED) })),
  );
}

/** Without a type loggers are taken off the one that each has; those that have none stay. */
const offParts = (rows: readonly Typed[]) =>
  parts(
    rows.filter((row) => row.logger_type_id !== null),
    (row) => ({ id: row.logger_type_id ?? '', version: 0 }),
  );

/** What the newest messages of all of them would give. */
export async function previewTogether(
  call: Api['call'],
  organization_id: string,
  rows: readonly Typed[],
  target: TypeTarget,
): Promise<MovePreview> {
  const loggers: MovePreview['loggers'] = [];
  for (const { way, ids } of target === null ? offParts(rows) : parts(rows, () => target)) {
    if (way === null) continue;
    const params = { organization_id, id: way.id };
    const found =
      target === null
        ? await call(previewTakeOff, { params, body: { datalogger_ids: ids } })
        : await call(previewMove, { params, body: { version: target.version, datalogger_ids: ids } });
    loggers.push(...found.loggers);
  }
  return { loggers };
}

/** Reads all of them by the target from now on. @throws ApiError */
export async function moveTogether(
  { call, organization }: Pick<StoreDeps, 'call' | 'organization'>,
  rows: readonly Typed[],
  target: TypeTarget,
): Promise<void> {
  for (const { way, ids } of target === null ? offParts(rows) : parts(rows, () => target)) {
    if (way === null) continue;
    const params = { organization_id: organization, id: way.id };
    if (target === null) await call(takeOffLoggers, { params, body: { datalogger_ids: ids } });
    else await call(moveLoggers, { params, body: { version: target.version, datalogger_ids: ids } });
  }
}

/** Brings them back from `target` to what each was read by before. @throws ApiError */
export async function moveBack(
  deps: Pick<StoreDeps, 'call' | 'organization'>,
  before: readonly Typed[],
  target: TypeTarget,
): Promise<void> {
  for (const { way, ids } of parts(before, typeOf)) {
    const now = ids.map((id) => ({ id, logger_type_id: target?.id ?? null, logger_type_version: target?.version ?? null }));
    await moveTogether(deps, now, way);
  }
}
