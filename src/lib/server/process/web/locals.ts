import type { HttpAnswer, HttpRequest } from '../../../client/kernel/http.ts';
import { resolveViewer, type Viewer } from '../../auth/viewer.ts';
import type { Config } from '../../kernel/config.ts';
import type { Deps } from '../../kernel/context.ts';
import type { App } from '../../kernel/http.ts';
import { inProcess } from '../in-process.ts';

export interface PageLocals {
  viewer: Viewer;
  /** Asks the API in the name of the viewer, without a network between; src/fetch.ts makes `locals.api` of it. */
  request(r: HttpRequest): Promise<HttpAnswer>;
  requestId: string;
  config: Pick<Config, 'siteUrl' | 'operator' | 'environments'>;
  /** Where the live stream of a page that is read now goes on, as `Bus.mark` says it. */
  mark(organizationId: string): string | null;
  /** Is there a mail server? */
  mailLeaves: boolean;
  /** The path that was asked for, as sent: the page that stands in for it may be rendered under another one. */
  requestedPath: string;
}

interface PageRequest {
  cookie: string | null | undefined;
  requestId: string;
  path: string;
  /** Of the visitor, as far as it is known. */
  address?: string | undefined;
}

/** What every server-rendered page gets as `Astro.locals`, in production and development alike. @throws AppError storage_busy */
export async function createLocals(deps: Deps, app: App, request: PageRequest): Promise<PageLocals> {
  return localsFor(await resolveViewer(deps, request.cookie), deps, app, request);
}

/** Of the page that says that the server failed: nothing is read for it. */
export const failureLocals = (deps: Deps, app: App, request: PageRequest): PageLocals =>
  localsFor({ kind: 'anonymous' }, deps, app, request);

function localsFor(viewer: Viewer, deps: Deps, app: App, request: PageRequest): PageLocals {
  const { siteUrl, operator, environments } = deps.config;
  return {
    viewer,
    request: inProcess(app, viewer.kind === 'user' ? viewer.token : null, request.address),
    requestId: request.requestId,
    config: { siteUrl, operator, environments },
    mark: (organizationId) => deps.bus.mark(organizationId),
    mailLeaves: deps.mail.leaves,
    requestedPath: request.path,
  };
}
