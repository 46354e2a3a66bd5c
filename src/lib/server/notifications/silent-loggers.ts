import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Locale } from '../../constants.ts';
import { expectedInterval, silenceLimits } from '../../domain/datalogger-state.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { href } from '../../i18n/href.ts';
import type { Deps, Job } from '../kernel/context.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import { outagesRepo, type SilenceWatch, type SilentLogger, type Suspect } from './outages.repo.ts';
import { type Reader, readersOf } from './readers.ts';

const EVERY_MS = 60_000;
/** A look that comes later than this was kept from coming: the process, or its machine, was asleep. */
const ASLEEP_US = 3 * EVERY_MS * 1_000;
/** A rule that waits for longer than this before it tells of a silence tells of something else, seconds. */
const LONGEST_WATCHED_S = 86_400;
/** A mail that lay for so long tells of yesterday, microseconds. */
const STALE_US = 12 * 3_600e6;

type Organization = { id: string; name: string };

/**
 * Looks each minute for loggers that went silent and queues one mail a person and hour about them. Harmless in several processes: who writes
 * an outage down tells of it, and the mail of an hour is taken in the transaction that queues it.
 */
export function silentLoggersJob(): Job {
  let lastLook: number | null = null;
  let awakeSince = 0;
  return {
    name: 'loggers.silent',
    everyMs: EVERY_MS,
    async run(deps) {
      const now = deps.clock.now();
      if (lastLook === null || now - lastLook > ASLEEP_US) awakeSince = now;
      lastLook = now;
      const organizations = await deps.db.read({ directory: true }, (db) =>
        db.selectFrom('organizations').select(['id', 'name']).where('archived_at', 'is', null).execute(),
      );
      for (const organization of organizations) {
        if (deps.stopping?.()) return;
        await lookAt(deps, organization, awakeSince).catch((error: unknown) =>
          // One organisation's trouble must not keep the others waiting.
          deps.log.error({ err: error, organization: organization.id }, 'silent loggers could not be told'),
        );
        // SQLite answers within one turn of the event loop: nobody else would get another before the last organisation.
        await nextTurn();
      }
    },
  };
}

async function lookAt(deps: Deps, organization: Organization, awakeSince: number): Promise<void> {
  const now = deps.clock.now();
  const { silent, due, over } = await deps.db.read(organization.id, async (db) => {
    const repo = outagesRepo({ db, organization_id: organization.id });
    const suspects = await repo.suspects(now);
    return {
      silent: suspects.filter((one) => isSilent(one, now, awakeSince)),
      due: await repo.due(now),
      over: await repo.anyOver(),
    };
  });
  if (silent.length === 0 && due.length === 0 && !over) return;
  await deps.db.write(organization.id, async (db) => {
    const repo = outagesRepo({ db, organization_id: organization.id });
    const begun = new Set(await repo.begin(silent, now));
    // After `begin`: what spoke between the read and the write is over already.
    await repo.endOver();
    const readers = begun.size > 0 || due.length > 0 ? readersOf(await repo.roles()) : [];
    await repo.note(
      await noticesOf(
        repo,
        silent.filter(({ id }) => begun.has(id)),
        readers,
      ),
    );
    const byId = new Map(readers.map((reader) => [reader.id, reader]));
    for (const user of await repo.due(now)) {
      if (!(await repo.claim(user, now))) continue;
      const reader = byId.get(user);
      const loggers = (await repo.take(user)).filter(({ workspace_id }) => reader?.mayRead(workspace_id));
      if (reader && loggers.length > 0)
        await deps.mail.put(db, mailOf(deps, organization, reader, loggers), { organizationId: organization.id });
    }
  });
  deps.mail.kick();
}

/** Who is to be told of which of the loggers. */
async function noticesOf(repo: ReturnType<typeof outagesRepo>, loggers: readonly Suspect[], readers: readonly Reader[]) {
  if (loggers.length === 0 || readers.length === 0) return [];
  const marks = new Set(
    (await repo.markedBy(loggers.map(({ id }) => id))).map(({ user_id, datalogger_id }) => `${user_id} ${datalogger_id}`),
  );
  const watched = await repo.watchedForSilence(
    loggers.map(({ id }) => id),
    LONGEST_WATCHED_S,
  );
  return readers.flatMap((reader) =>
    loggers
      .filter(({ workspace_id }) => reader.mayRead(workspace_id))
      .filter(({ id }) => (reader.wants === 'all' && reader.member) || marks.has(`${reader.id} ${id}`))
      // A rule of silence tells him of it as an alarm: once is enough.
      .filter(({ id }) => !watched.some((rule) => rule.datalogger_id === id && tells(rule, reader)))
      .map(({ id }) => ({ user_id: reader.id, datalogger_id: id })),
  );
}

/** Does the rule name him, and does he want mails of its severity? */
const tells = ({ recipients, severity }: SilenceWatch, reader: Reader): boolean =>
  reader.severities.includes(severity) && (JSON.parse(recipients) as string[]).includes(reader.id);

function mailOf({ config, clock }: Deps, organization: Organization, reader: Reader, loggers: readonly SilentLogger[]): MailMessage {
  const locale = reader.locale as Locale;
  return {
    to: reader.email,
    locale,
    template: 'silent_loggers',
    until: clock.now() + STALE_US,
    params: {
      organization: organization.name,
      loggers: loggers.map(({ name, place, code, since, time_zone }) => ({
        name,
        place: place ?? code,
        since: formatInstant(since),
        time_zone,
      })),
      url: new URL(href(`/dlog/dataloggers?state=offline&org=${organization.id}`, null, locale), config.siteUrl).href,
    },
  };
}

/** Loggers that come back after the server was away get at most this long for their first message, milliseconds. */
const LONGEST_GRACE_MS = 3_600_000;

/**
 * Is the silence one to tell of? It must last past the limit of "late", counted from the last message or from the last change of the
 * logger: whoever switched it on again a moment ago knows that it is quiet. While the server was away nobody could report, so
 * after its start a logger gets the time in which it should.
 * @param now microseconds
 * @param awakeSince since when messages are received without a break, microseconds
 */
function isSilent(logger: Suspect, now: number, awakeSince: number): boolean {
  const { online, late } = silenceLimits(expectedInterval(logger), logger.offline_after);
  const silence = now - Math.max(logger.last_seen_at, logger.updated_at);
  return silence > late * 1_000 && now - awakeSince > Math.min(online, LONGEST_GRACE_MS) * 1_000;
}
