import type { Context } from 'hono';
import { PICTURE_MAX_BYTES } from '../../constants.ts';
import type { Account } from '../../contract/account.ts';
import { AppError } from '../../contract/errors.ts';
import type { Organization } from '../../contract/organizations.ts';
import { contentAnswer } from '../files/content.ts';
import { filesRepo } from '../files/files.repo.ts';
import { mediaTypeOf, STORED_PICTURE } from '../files/media-types.ts';
import { drawPicture, type Order } from '../files/pictures.ts';
import { bodyOf, digest, keep, receive, type Space, USERS, withScratch } from '../files/store.ts';
import { checkOwnSession } from '../kernel/authenticate.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { AppEnv, PublicCtx, UserCtx } from '../kernel/http.ts';
import { readableWorkspaces } from '../kernel/list.ts';
import { actorId } from '../kernel/rows.ts';
import { organizationRepo } from '../organizations/organizations.repo.ts';
import { toOrganization } from '../organizations/organizations.service.ts';
import { repoOf as peopleOf } from '../people/people.service.ts';
import { usersRepo } from '../users/users.repo.ts';
import { readAccount } from './account.service.ts';

/** The one picture of an organisation and of a person. They are no fields of a form, so a new one changes no `rev`. */

/**
 * Draws the picture of a request anew and gives the hash of its bytes.
 * @throws AppError body_too_large, file_type_refused, image_too_large, image_unreadable
 */
async function receivePicture(ctx: UserCtx | Ctx, space: Space, purpose: Order['purpose'], c: Context<AppEnv>): Promise<string> {
  return withScratch(ctx, space, async (path) => {
    await receive(bodyOf(c, PICTURE_MAX_BYTES), path, PICTURE_MAX_BYTES);
    const type = await mediaTypeOf(path);
    // A face is a photo: a drawing of vectors has no place there, and is the dearest kind to draw.
    const isFit = type?.kind === 'picture' && (purpose !== 'avatar' || type.drawable !== 'svg');
    if (!isFit) throw new AppError('file_type_refused');
    const output = `${path}.drawn`;
    await drawPicture({ input: path, output, drawable: type.drawable, purpose }, actorId(ctx.actor) ?? '');
    const { hash } = await digest(output);
    await keep(ctx, space, hash, '', output);
    return hash;
  });
}

const picture = (ctx: PublicCtx | Ctx, c: Context<AppEnv>, space: Space, hash: string | null | undefined): Promise<Response> => {
  if (!hash) throw new AppError('not_found');
  return contentAnswer(ctx, c, { space, hash, size: '', mediaType: STORED_PICTURE, name: null });
};

async function setLogo(ctx: Ctx, hash: string | null): Promise<Organization> {
  return mutate(ctx, 'organizations.update', async (tx) => {
    tx.allow(null);
    const repo = organizationRepo({ db: tx.db, organization_id: ctx.organization.id });
    const before = await repo.find();
    if (!before) throw new AppError('not_found');
    if (before.logo_hash === hash) {
      tx.unchanged();
      return toOrganization(before);
    }
    await filesRepo({ db: tx.db, organization_id: ctx.organization.id }).setLogo(hash, { at: ctx.clock.now(), by: actorId(ctx.actor) });
    const after = toOrganization((await repo.find())!);
    tx.audit(after.id, { before: toOrganization(before), after });
    tx.publish({ name: 'changed', data: { entity: 'organizations', id: after.id, workspace_id: null } });
    return after;
  });
}

/** @throws AppError forbidden, and what a bad picture throws */
export async function putLogo(ctx: Ctx, c: Context<AppEnv>): Promise<Organization> {
  // Who manages a workspace only has the scope too; the logo is the organisation's.
  if (!can(ctx, 'org:manage', '')) throw new AppError('forbidden');
  return setLogo(ctx, await receivePicture(ctx, ctx.organization.id, 'logo', c));
}

/** @throws AppError forbidden */
export const deleteLogo = (ctx: Ctx): Promise<Organization> => setLogo(ctx, null);

/** @throws AppError not_found */
export async function getLogo(ctx: Ctx, c: Context<AppEnv>): Promise<Response> {
  const { id } = ctx.organization;
  const row = await ctx.db.read(id, (db) => organizationRepo({ db, organization_id: id }).find());
  return picture(ctx, c, id, row?.logo_hash);
}

async function setAvatar(ctx: UserCtx, hash: string | null): Promise<Account> {
  await ctx.db.write(null, async (db) => {
    await checkOwnSession(db, ctx.actor);
    await usersRepo({ db }).setAvatar(ctx.actor.id, hash, ctx.clock.now());
  });
  return readAccount(ctx);
}

/** @throws AppError what a bad picture throws */
export async function putAvatar(ctx: UserCtx, c: Context<AppEnv>): Promise<Account> {
  return setAvatar(ctx, await receivePicture(ctx, USERS, 'avatar', c));
}
export const deleteAvatar = (ctx: UserCtx): Promise<Account> => setAvatar(ctx, null);

/** @throws AppError not_found */
export async function getAvatar(ctx: UserCtx, c: Context<AppEnv>): Promise<Response> {
  const user = await ctx.db.read(null, (db) => usersRepo({ db }).byId(ctx.actor.id));
  return picture(ctx, c, USERS, user?.avatar_hash);
}

/** The picture of somebody whom the reader sees among the people, also of one who is deactivated there. @throws AppError not_found */
export async function getPersonAvatar(ctx: Ctx, personId: string, c: Context<AppEnv>): Promise<Response> {
  const row = await ctx.db.read(ctx.organization.id, (db) =>
    peopleOf(ctx, db).find(personId, readableWorkspaces(ctx, undefined, 'org:read')),
  );
  return picture(ctx, c, USERS, row?.avatar_hash);
}
