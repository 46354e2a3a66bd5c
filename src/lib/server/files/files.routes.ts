import * as account from '../../contract/account.ts';
import * as contract from '../../contract/files.ts';
import * as organizations from '../../contract/organizations.ts';
import * as people from '../../contract/people.ts';
import type { Deps } from '../context.ts';
import { type App, bind } from '../http.ts';
import { createFile, getFileContent, listFiles, updateFile } from './files.service.ts';
import { deleteAvatar, deleteLogo, getAvatar, getLogo, getPersonAvatar, putAvatar, putLogo } from './own-pictures.service.ts';

export function registerFiles(app: App, deps: Deps): void {
  bind(app, deps, contract.listFiles, (ctx, { query }) => listFiles(ctx, query));
  bind(app, deps, contract.createFile, (ctx, { query, c }) => createFile(ctx, query, c));
  bind(app, deps, contract.updateFile, (ctx, { params, body }) => updateFile(ctx, params.id, body));
  bind(app, deps, contract.getFileContent, (ctx, { params, query, c }) => getFileContent(ctx, params.id, query, c));
  bind(app, deps, organizations.putLogo, (ctx, { c }) => putLogo(ctx, c));
  bind(app, deps, organizations.deleteLogo, (ctx) => deleteLogo(ctx));
  bind(app, deps, organizations.getLogo, (ctx, { c }) => getLogo(ctx, c));
  bind(app, deps, account.putAvatar, (ctx, { c }) => putAvatar(ctx, c));
  bind(app, deps, account.deleteAvatar, (ctx) => deleteAvatar(ctx));
  bind(app, deps, account.getAvatar, (ctx, { c }) => getAvatar(ctx, c));
  bind(app, deps, people.getPersonAvatar, (ctx, { params, c }) => getPersonAvatar(ctx, params.id, c));
}
