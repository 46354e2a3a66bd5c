import type { BodyOf, ResponseOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type * as contract from '../../contract/recordings.ts';
import { formatInstant, parseInstant } from '../../domain/time/instant.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import { type Ctx, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { PublicCtx } from '../kernel/http.ts';
import { limitRequests } from '../kernel/request-limit.ts';
import { actorId } from '../kernel/rows.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { tokenHash } from '../kernel/tokens.ts';
import { getSeries } from '../readings/readings.service.ts';
import { evaluateRecording, getRecording, recordingWith } from './recordings.service.ts';
import { type ShareRow, sharesRepo } from './shares.repo.ts';

const DAY_US = 86_400e6;
const TOKEN_BYTES = 32;
const HINT = 4;
/** Openings of one network address an hour, so that nobody tries passwords. */
const OPENINGS = 120;
/** Of one link an hour, from all addresses together. */
const OPENINGS_OF_LINK = 1_200;
/** Pixels that series are made for. */
const WIDTH = 900;

const repoOf = (ctx: Ctx, db: Db) => sharesRepo({ db, organization_id: ctx.organization.id });

const toShare = (row: ShareRow): contract.RecordingShare => ({
  id: row.id,
  label: row.label,
  token_hint: row.token_hint,
  has_password: row.password_hash !== null,
  expires_at: formatInstant(row.expires_at),
  opened: row.opened,
  last_opened_at: formatInstant(row.last_opened_at),
  created_by: row.maker,
  created_at: formatInstant(row.created_at),
  revoked_at: formatInstant(row.revoked_at),
});

/** @throws AppError not_found */
export async function listShares(ctx: Ctx, id: string): Promise<ResponseOf<typeof contract.listRecordingShares>> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    await recordingWith(ctx, db, id);
    return { items: (await repoOf(ctx, db).list(id)).map(toShare) };
  });
}

/** @throws AppError not_found, forbidden, too_many_attempts (too many passwords are worked on) */
export async function shareRecording(
  ctx: Ctx,
  id: string,
  { label, expires_in_days, password }: BodyOf<typeof contract.shareRecording>,
): Promise<ResponseOf<typeof contract.shareRecording>> {
  const token = `rs_${ctx.ids.token(TOKEN_BYTES)}`;
  const password_hash = password ? await hashPassword(password) : null;
  const now = ctx.clock.now();
  return mutate(ctx, 'recordings.share', async (tx) => {
    const recording = await recordingWith(ctx, tx.db, id);
    tx.allow(recording.workspace_id);
    const repo = repoOf(ctx, tx.db);
    const share_id = ctx.ids.uuid();
    await repo.insert({
      id: share_id,
      recording_id: id,
      label: label || null,
      token_hash: tokenHash(token),
      token_hint: token.slice(-HINT),
      password_hash,
      expires_at: now + expires_in_days * DAY_US,
      opened: 0,
      last_opened_at: null,
      created_at: now,
      created_by: actorId(ctx.actor),
      revoked_at: null,
      revoked_by: null,
    });
    const share = toShare((await repo.find(share_id))!);
    tx.audit(id, { workspaceId: recording.workspace_id, after: share });
    tx.publish({ name: 'changed', data: { entity: 'recordings', id, workspace_id: recording.workspace_id } });
    return { ...share, token };
  });
}

/** @throws AppError not_found (also the link), forbidden */
export async function revokeShare(
  ctx: Ctx,
  id: string,
  { share_id }: BodyOf<typeof contract.revokeRecordingShare>,
): Promise<contract.RecordingShare> {
  return mutate(ctx, 'recordings.unshare', async (tx) => {
    const recording = await recordingWith(ctx, tx.db, id);
    tx.allow(recording.workspace_id);
    const repo = repoOf(ctx, tx.db);
    const row = await repo.find(share_id);
    if (row?.recording_id !== id) throw new AppError('not_found');
    if (row.revoked_at !== null) {
      tx.unchanged();
      return toShare(row);
    }
    await repo.revoke(share_id, ctx.clock.now(), actorId(ctx.actor));
    const after = toShare((await repo.find(share_id))!);
    tx.audit(id, { workspaceId: recording.workspace_id, before: toShare(row), after });
    tx.publish({ name: 'changed', data: { entity: 'recordings', id, workspace_id: recording.workspace_id } });
    return after;
  });
}

/**
 * A recording for whoever has a link to it, who is told nothing else of the organisation; each opening is counted.
 * @throws AppError not_found (no such link), share_ended, share_password (none was given), password_wrong, too_many_attempts
 */
export async function openShared(ctx: PublicCtx, body: BodyOf<typeof contract.openSharedRecording>): Promise<contract.SharedRecording> {
  await limitRequests(ctx, 'recording_share', OPENINGS);
  const hash = tokenHash(body.token);
  const place = await ctx.db.read(null, (db) =>
    db.selectFrom('recording_share_index').selectAll().where('token_hash', '=', hash).executeTakeFirst(),
  );
  if (!place) throw new AppError('not_found');
  const { organization_id, share_id } = place;
  await limitRequests(ctx, 'recording_share_link', OPENINGS_OF_LINK, share_id);
  const now = ctx.clock.now();
  const found = await ctx.db.read(organization_id, async (db) => ({
    share: await sharesRepo({ db, organization_id }).find(share_id),
    organization: await tenantDb({ db, organization_id })
      .selectFrom('organizations')
      .select(['id', 'no', 'name', 'archived_at'])
      .executeTakeFirst(),
  }));
  const { share, organization } = found;
  if (!share || !organization || organization.archived_at !== null) throw new AppError('not_found');
  if (share.revoked_at !== null || share.expires_at <= now) throw new AppError('share_ended');
  if (share.password_hash !== null) {
    if (body.password === undefined) throw new AppError('share_password');
    if (!(await verifyPassword(body.password, share.password_hash))) throw new AppError('password_wrong');
  }
  // Nobody in particular asks: what he may read is the one recording.
  const inside: Ctx = {
    ...ctx,
    actor: { kind: 'system' },
    organization,
    rights: { organization: new Set(['dlog:read']), workspaces: new Map() },
    allOrgs: false,
  };
  const recording = await getRecording(inside, share.recording_id);
  if (recording.archived_at !== null) throw new AppError('share_ended');
  const begun = recording.from !== null && parseInstant(recording.from) <= now;
  const evaluation = begun ? await evaluateRecording(inside, recording.id) : null;
  const series = [];
  if (evaluation)
    for (const { channel_id, kind } of recording.channels)
      if (kind !== 'text')
        series.push({
          channel_id,
          series: await getSeries(inside, channel_id, { from: evaluation.from, to: evaluation.to, width: WIDTH }),
        });
  const time_zone = await ctx.db.read(organization_id, (db) =>
    tenantDb({ db, organization_id })
      .selectFrom('workspaces')
      .select('time_zone')
      .where('id', '=', recording.workspace_id)
      .executeTakeFirstOrThrow(),
  );
  await ctx.db.write(organization_id, (db) => sharesRepo({ db, organization_id }).count(share_id, now));
  const { name, purpose, state, from, to, revision, approved_at, approved_by } = recording;
  return {
    ...{ name, purpose, state, from, to, revision, approved_at, approved_by },
    organization: organization.name,
    ...time_zone,
    expires_at: formatInstant(share.expires_at),
    channels: recording.channels.map((channel) => ({ ...channel, datalogger_id: null })),
    notes: recording.notes.map(({ at, text }) => ({ at, text })),
    signed_hash: recording.revisions.find(({ signed_at }) => signed_at !== null)?.hash ?? null,
    evaluation,
    series,
  };
}
