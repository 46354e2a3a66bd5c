import process from 'node:process';
import { loadKeys } from '../auth/root-secrets.ts';
import { createSetupLink } from '../auth/setup.ts';
import { createBus } from '../events/bus.ts';
import { parseConfig } from '../kernel/config.ts';
import type { Deps } from '../kernel/context.ts';
import { systemClock, systemIds } from '../kernel/ids.ts';
import { createLogger } from '../kernel/log.ts';
import { makeFilesPrivate } from '../kernel/private-files.ts';
import { refuseDemo } from '../kernel/start-problem.ts';
import { createMailer } from '../mail/mailer.ts';
import { openDatabase } from '../storage/open.ts';
import { createApp } from './app.ts';
import { createLocals, type PageLocals } from './web/locals.ts';
import { isApi } from './web/target.ts';

/** `astro dev` with the same API object as in production; src/fetch.ts mounts it. */
export interface Development {
  /** The API's answer, null when the request is for a page. */
  answerApi(request: Request): Promise<Response | null>;
  localsOf(request: Request): Promise<PageLocals>;
}

/** Vite loads this module anew after each change of the server; the database stays open over that. */
const kept = globalThis as { taktlogDevelopment?: Promise<Deps> };

export async function openDevelopment(): Promise<Development> {
  kept.taktlogDevelopment ??= openDeps();
  const deps = await kept.taktlogDevelopment;
  const app = createApp(deps);
  return {
    answerApi: async (request) => {
      const { pathname } = new URL(request.url);
      return isApi(pathname) ? app.fetch(request) : null;
    },
    localsOf: (request) =>
      createLocals(deps, app, {
        cookie: request.headers.get('cookie'),
        requestId: deps.ids.uuid(),
        path: new URL(request.url).pathname,
      }),
  };
}

async function openDeps(): Promise<Deps> {
  makeFilesPrivate();
  const config = parseConfig({ HOST: '127.0.0.1', ...process.env });
  refuseDemo(config);
  const log = createLogger(config.logLevel);
  const db = openDatabase(config, { clock: systemClock, log });
  await db.migrate();
  const keys = await loadKeys(config, db, systemClock);
  const base = { config, db, clock: systemClock, ids: systemIds, bus: createBus({ clock: systemClock }), log, keys };
  const deps: Deps = { ...base, mail: createMailer(base) };
  const setupLink = await createSetupLink(deps);
  if (setupLink) console.log(`First start: create your organisation at ${setupLink}`);
  return deps;
}
