import type { Context } from 'hono';
import { redirectTarget } from '../../client/auth/redirect.ts';
import { DEFAULT_LOCALE, DEMO_VISITOR_ID, LOCALES } from '../../constants.ts';
import type { Tokens } from '../../contract/auth.ts';
import { AppError } from '../../contract/errors.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, type AppEnv, addressOf } from '../kernel/http.ts';
import { readPlainForm } from '../kernel/plain-form.ts';
import { limitRequests } from '../kernel/request-limit.ts';
import { usersRepo } from '../users/users.repo.ts';
import { setAuthCookies, setXsrfCookie } from './answer-cookies.ts';
import { endMarkedSession } from './session-mark.ts';
import { endSessions, openSession } from './sessions.ts';
import { resolveViewer } from './viewer.ts';

/**
 * "See the demo" on the public pages: `POST /v1/auth/demo`, urlencoded locale. Answers 303 either way. Without DEMO_PUBLIC there is no such
 * address.
 */

const MAX_BYTES = 1_024;
/** Visits that one network address may begin in an hour: a class of pupils, not a machine. */
const VISITS_AN_HOUR = 40;
/** Visitors at a time; each is gone after two hours at the latest. */
const VISITORS = 500;

export function registerDemoDoor(app: App, deps: Deps): void {
  if (!deps.config.demoPublic) return;
  app.post('/v1/auth/demo', async (c) => {
    c.set('pattern', '/v1/auth/demo');
    c.header('Cache-Control', 'private, no-store');
    const form = await readPlainForm(c, deps.config.siteUrl, MAX_BYTES);
    const locale = LOCALES.find((known) => known === form.get('locale')) ?? DEFAULT_LOCALE;
    // Whoever is signed in already stays who he is.
    const viewer = await resolveViewer(deps, c.req.header('cookie'));
    try {
      if (viewer.kind === 'anonymous') await enter(c, deps);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      c.set('code', error.code);
      return c.redirect(`${redirectTarget('login', locale)}?error=${error.code}`, 303);
    }
    return c.redirect(redirectTarget('home', locale), 303);
  });
}

/** @throws AppError too_many_attempts, demo_closed */
async function enter(c: Context<AppEnv>, deps: Deps): Promise<void> {
  const address = addressOf(c, deps);
  await limitRequests({ ...deps, address }, 'demo', VISITS_AN_HOUR);
  const pair = await openVisit(deps, address, c.req.header('user-agent') ?? null);
  await endMarkedSession(deps, c.req.header('cookie'));
  setXsrfCookie(c, deps);
  setAuthCookies(c, deps, pair);
}

function openVisit(deps: Deps, address: string, userAgent: string | null): Promise<Tokens> {
  return deps.db.write(null, async (db) => {
    const { standing } = await db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll().as('standing'))
      .where('user_id', '=', DEMO_VISITOR_ID)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', deps.clock.now())
      .executeTakeFirstOrThrow();
    // He isn't there before the plant is.
    if (Number(standing) >= VISITORS || !(await usersRepo({ db }).byId(DEMO_VISITOR_ID))) throw new AppError('demo_closed');
    return openSession(deps, db, DEMO_VISITOR_ID, { address, userAgent });
  });
}

/** Where no visitor is let in, those of another setting go at once. */
export async function endVisits(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deps.db.write(null, (db) => endSessions(db, deps.clock.now(), (eb) => eb('user_id', '=', DEMO_VISITOR_ID)));
}
