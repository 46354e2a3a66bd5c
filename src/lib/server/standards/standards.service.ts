import type { BodyOf, QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type {
  approveStandard as approveEndpoint,
  Operation,
  OperationStandard,
  returnStandard as returnEndpoint,
  reviewStandard as reviewEndpoint,
  StandardCard,
  StandardParameters,
  StandardState,
  StandardVersion,
  StudyCard,
  getStudyCard as studyEndpoint,
} from '../../contract/operations.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { differencesOf } from '../../domain/time-study/operation-card.ts';
import { type Ctx, can, type Mutation, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { longRead } from '../kernel/long-read.ts';
import { actorId } from '../kernel/rows.ts';
import type { Verb } from '../kernel/verbs.ts';
import type { OperationRow } from '../operations/operations.repo.ts';
import { repoOf as operationsOf, readable, tell, toOperation } from '../operations/operations.service.ts';
import { checkFourEyes, wantsAnother } from './four-eyes.ts';
import { standardsRepo, type VersionRow } from './standards.repo.ts';
import { type ObservedElement, readObserved, readStudy, type Study } from './study.ts';

const repoOf = (ctx: Ctx, db: Db) => standardsRepo({ db, organization_id: ctx.organization.id });

const stateOf = ({ approved_at, superseded_at }: VersionRow): StandardState => {
  if (approved_at === null) return 'reviewed';
  return superseded_at === null ? 'approved' : 'superseded';
};

const toVersion = (row: VersionRow): StandardVersion => ({
  version: row.version,
  state: stateOf(row),
  hash: row.hash,
  formula: row.formula,
  card: JSON.parse(row.card) as StandardCard,
  parameters: JSON.parse(row.parameters) as StandardParameters,
  sources: JSON.parse(row.sources) as StandardVersion['sources'],
  reviewed_at: formatInstant(row.reviewed_at),
  reviewed_by: row.reviewer,
  review_note: row.review_note,
  approved_at: formatInstant(row.approved_at),
  approved_by: row.approver,
  statement: row.statement,
  superseded_at: formatInstant(row.superseded_at),
});

/** A version that takes the place of one that nobody approved has its number. */
const nextVersion = ([newest]: readonly VersionRow[]): number =>
  newest === undefined ? 1 : newest.approved_at === null ? newest.version : newest.version + 1;

function shown(versions: readonly VersionRow[], study: Study, wants_another: boolean): OperationStandard {
  const approved = versions.find((row) => stateOf(row) === 'approved');
  const { card, without_readings, frequencies, left_out: _, elements: __, ...rest } = study;
  const differs = card !== null && versions[0]?.hash !== study.hash;
  return {
    draft: differs
      ? {
          ...rest,
          card,
          version: nextVersion(versions),
          differences: approved ? differencesOf(JSON.parse(approved.card) as StandardCard, card) : null,
        }
      : null,
    versions: versions.map(toVersion),
    wants_another,
    left_out: study.left_out,
    without_readings,
    frequencies,
  };
}

/** Of whoever may approve: is it his to approve what waits? */
async function isForAnother(ctx: Ctx, db: Db, row: OperationRow, [newest]: readonly VersionRow[]): Promise<boolean> {
  if (newest === undefined || newest.approved_at !== null || !can(ctx, 'tm:approve', row.workspace_id)) return false;
  return wantsAnother(ctx, db, row.workspace_id, newest);
}

const read = (ctx: Ctx, id: string) =>
  longRead(ctx, async (db) => {
    const row = await readable(ctx, db, id);
    const versions = await repoOf(ctx, db).versions(id);
    return { row, study: await readStudy(ctx, db, row), versions, wantsAnother: await isForAnother(ctx, db, row, versions) };
  });

/** @throws AppError not_found, over_read_budget */
export async function getOperationStandard(ctx: Ctx, id: string): Promise<OperationStandard> {
  const { versions, study, wantsAnother: another } = await read(ctx, id);
  return shown(versions, study, another);
}

/** A version of a standard, as its page shows it: a stored one, or the draft. */
export type ShownVersion = Pick<StandardVersion, 'version' | 'hash' | 'formula' | 'card' | 'parameters' | 'sources'> & {
  state: StandardState;
  stored: StandardVersion | null;
};

/**
 * One version with the readings that it was made of; those are null where they can't be told any more.
 * @param asked null = the draft, else the newest
 * @throws AppError not_found, conflict (there are no readings), over_read_budget
 */
export function getObservedStandard(
  ctx: Ctx,
  id: string,
  asked: number | null,
): Promise<{ row: Operation; version: ShownVersion; elements: ObservedElement[] | null }> {
  return longRead(ctx, async (db) => {
    const row = await readable(ctx, db, id);
    const study = await readStudy(ctx, db, row);
    const { draft, versions } = shown(await repoOf(ctx, db).versions(id), study, false);
    const operation = toOperation(row);
    if (asked === null && draft) return { row: operation, version: { ...draft, state: 'draft', stored: null }, elements: study.elements };
    const stored = asked === null ? versions[0] : versions.find(({ version }) => version === asked);
    if (!stored) throw new AppError(asked === null ? 'conflict' : 'not_found');
    const elements = stored.hash === study.hash ? study.elements : await readObserved(ctx, db, id, stored);
    return { row: operation, version: { ...stored, stored }, elements };
  });
}

/**
 * What is none of the operation's finished measurements counts with nothing; the sources say which ones count.
 * @throws AppError not_found, over_read_budget
 */
export function getStudyCard(ctx: Ctx, id: string, { measurements }: QueryOf<typeof studyEndpoint>): Promise<StudyCard> {
  const only = [...new Set(measurements.split(','))];
  return longRead(ctx, async (db) => {
    const row = await readable(ctx, db, id);
    const { card, parameters, sources } = await readStudy(ctx, db, row, only);
    return { card, parameters, sources };
  });
}

/** One whose versions are about to change at the operation's revision. */
async function changing(ctx: Ctx, tx: Mutation, id: string, rev: number): Promise<{ row: OperationRow; versions: VersionRow[] }> {
  const row = await readable(ctx, tx.db, id);
  tx.allow(row.workspace_id);
  if (row.rev !== rev) throw new AppError('stale_rev', { current: toOperation(row) });
  // Raised first: whoever comes second finds it.
  if (!(await operationsOf(ctx, tx.db).update(row, {}, { at: ctx.clock.now(), by: actorId(ctx.actor) })))
    throw new AppError('stale_rev', { current: toOperation(row) });
  return { row, versions: await repoOf(ctx, tx.db).versions(id) };
}

/** Versions as the trail keeps them: their cards stay where they are. */
const toTrail = (versions: readonly VersionRow[]) => ({
  standards: versions.map((row) => {
    const { version, state, hash, reviewed_by, review_note, approved_by, statement } = toVersion(row);
    return { version, state, hash, standard: row.standard, reviewed_by, review_note, approved_by, statement };
  }),
});

async function after(ctx: Ctx, tx: Mutation, row: OperationRow, before: readonly VersionRow[], study: Study): Promise<OperationStandard> {
  const versions = await repoOf(ctx, tx.db).versions(row.id);
  tell(tx, row, { before: toTrail(before), after: toTrail(versions) });
  return shown(versions, study, await isForAnother(ctx, tx.db, row, versions));
}

/**
 * Goes through the readings before the transaction, so that nobody who writes waits for it: what comes meanwhile makes the next draft.
 * @throws AppError not_found, forbidden, stale_rev
 */
async function studied(ctx: Ctx, id: string, rev: number, verb: Verb & `operations.${string}`): Promise<Study> {
  const scope = verb === 'operations.approve' ? 'tm:approve' : 'tm:write';
  const known = await ctx.db.read(ctx.organization.id, (db: Db) => readable(ctx, db, id));
  if (!can(ctx, scope, known.workspace_id)) throw new AppError('forbidden');
  if (known.rev !== rev) throw new AppError('stale_rev', { current: toOperation(known) });
  return (await read(ctx, id)).study;
}

/** @throws AppError not_found, forbidden, stale_rev, conflict (no readings), standard_changed (another draft than was seen), standard_approved */
export async function reviewStandard(ctx: Ctx, id: string, body: BodyOf<typeof reviewEndpoint>): Promise<OperationStandard> {
  const study = await studied(ctx, id, body.rev, 'operations.review');
  return mutate(ctx, 'operations.review', async (tx) => {
    const { row, versions } = await changing(ctx, tx, id, body.rev);
    if (study.card === null) throw new AppError('conflict');
    if (study.hash !== body.hash) throw new AppError('standard_changed');
    if (versions[0]?.approved_at != null && versions[0].hash === study.hash) throw new AppError('standard_approved');
    const repo = repoOf(ctx, tx.db);
    await repo.removeReviewed(id);
    await repo.addVersion({
      operation_id: id,
      version: nextVersion(versions),
      hash: study.hash,
      formula: study.formula,
      standard: study.card.standard,
      card: JSON.stringify(study.card),
      parameters: JSON.stringify(study.parameters),
      sources: JSON.stringify(study.sources),
      reviewed_at: ctx.clock.now(),
      reviewed_by: actorId(ctx.actor),
      review_note: body.note || null,
      approved_at: null,
      approved_by: null,
      statement: null,
      superseded_at: null,
    });
    return after(ctx, tx, row, versions, study);
  });
}

/** @throws AppError not_found, forbidden, stale_rev, conflict (nothing is reviewed), standard_changed (readings, or what was seen, are others), four_eyes */
export async function approveStandard(ctx: Ctx, id: string, body: BodyOf<typeof approveEndpoint>): Promise<OperationStandard> {
  const study = await studied(ctx, id, body.rev, 'operations.approve');
  return mutate(ctx, 'operations.approve', async (tx) => {
    const { row, versions } = await changing(ctx, tx, id, body.rev);
    const [reviewed] = versions;
    if (!reviewed || reviewed.approved_at !== null) throw new AppError('conflict');
    if (reviewed.hash !== body.hash || study.hash !== body.hash) throw new AppError('standard_changed');
    await checkFourEyes(ctx, tx.db, row.workspace_id, reviewed);
    const repo = repoOf(ctx, tx.db);
    const now = ctx.clock.now();
    await repo.supersede(id, now);
    await repo.approve(id, reviewed.version, { approved_at: now, approved_by: actorId(ctx.actor), statement: body.statement || null });
    return after(ctx, tx, row, versions, study);
  });
}

/** @throws AppError not_found, forbidden, stale_rev, conflict (nothing is reviewed) */
export async function returnStandard(ctx: Ctx, id: string, body: BodyOf<typeof returnEndpoint>): Promise<OperationStandard> {
  const study = await studied(ctx, id, body.rev, 'operations.return');
  return mutate(ctx, 'operations.return', async (tx) => {
    const { row, versions } = await changing(ctx, tx, id, body.rev);
    if (!(await repoOf(ctx, tx.db).removeReviewed(id))) throw new AppError('conflict');
    return after(ctx, tx, row, versions, study);
  });
}
