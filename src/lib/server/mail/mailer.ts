import type { NoticeState } from '../../contract/alarm-notices.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { MailMessage, RenderedMail } from '../kernel/mail-messages.ts';
import type { Mailer } from '../kernel/mailer.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { claimMail, dueMails, markFailed, markSent, messageOf, type OutboxRow, putMail } from './outbox.ts';
import { renderMail } from './templates.ts';
import { createTransportOf, MailError, type MailTransport } from './transport.ts';

const BATCH = 20;
const AT_ONCE = 2;

/** Milliseconds that the end waits for a mail that is being handed over; what is cut off is sent again later. */
const STOP_MS = 1_500;

type Base = Pick<Deps, 'config' | 'db' | 'clock' | 'ids' | 'log' | 'keys' | 'bus'>;

export function createMailer(deps: Base, transport: MailTransport = createTransportOf(deps.config)): Mailer {
  const { db, clock, log, config } = deps;
  const background = new Set<Promise<void>>();
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  /** Mails have left the outbox, and the log of the database may still hold them. */
  let unscrubbed = false;

  const later = (work: () => Promise<void>): void => {
    // Not before the answer is written: work that the database does at once would be felt in its time.
    const run = new Promise<void>((start) => setImmediate(start))
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'work behind an answer failed'))
      .finally(() => background.delete(run));
    background.add(run);
  };

  /** @returns false when the server can't be reached */
  async function deliver(row: OutboxRow): Promise<boolean> {
    const started = clock.now();
    try {
      if (started > row.give_up_at) throw new MailError(row.last_error ?? 'too_late', { final: true });
      const message = messageOf(deps, row);
      if (!message) throw new MailError('unsealable', { final: true });
      const attachment = await attachmentOf(deps, row, message);
      const rendered = { ...renderMail(message, config.siteUrl), ...(attachment ? { attachment } : {}) };
      if (message.nobody) {
        await noteSent(deps, row, false);
        return true;
      }
      const { file } = await transport.deliver(row.id, rendered, new Date(started / 1000));
      await noteSent(deps, row, transport.leaves);
      unscrubbed = true;
      log.info({ mail: row.id, template: row.template, ...(file === undefined ? {} : { file }) }, file ? 'mail written' : 'mail sent');
    } catch (error) {
      const known = error instanceof MailError ? error : new MailError('unknown');
      if (known !== error) log.error({ err: error, mail: row.id }, 'mail failed');
      const outcome = await db.write(row.organization_id, async (tx) => {
        const marked = await markFailed(tx, row, known.code, known.final, clock.now());
        if (marked === 'given up') await settleNotices(tx, row, 'failed', clock.now());
        return marked;
      });
      unscrubbed ||= outcome === 'given up';
      log.warn({ mail: row.id, template: row.template, code: known.code, tries: row.tries }, `mail ${outcome}`);
      return !known.unreachable;
    }
    return true;
  }

  async function deliverAll(): Promise<void> {
    for (;;) {
      const due = await db.read(null, (reader) => dueMails(reader, clock.now(), BATCH));
      const queue = [...due];
      let reachable = true;
      const work = async () => {
        for (let next = queue.shift(); next && reachable && !stopped; next = queue.shift()) {
          const candidate = next;
          const row = await db.write(null, (tx) => claimMail(tx, candidate, clock.now()));
          if (row && !(await deliver(row))) reachable = false;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      if (due.length < BATCH || !reachable || stopped) return;
    }
  }

  async function deliverDue(): Promise<void> {
    if (stopped) return;
    if (running) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await deliverAll();
        if (unscrubbed && (await db.scrub())) unscrubbed = false;
      } while (again && !stopped);
    })().finally(() => {
      running = undefined;
    });
    return running;
  }

  const kick = () => later(deliverDue);
  const put: Mailer['put'] = (tx, message, cause) => putMail(deps, tx, message, cause);
  const idle = async () => {
    while (background.size > 0) await Promise.all(background);
  };
  return {
    leaves: transport.leaves,
    async send(message, cause) {
      await db.write(null, (tx) => put(tx, message, cause));
      kick();
    },
    put,
    kick,
    deliverDue,
    later,
    idle,
    async stop() {
      stopped = true;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      await Promise.race([idle(), patience]);
      clearTimeout(timer);
      transport.close();
    },
  };
}

/** The file that a mail brings, as it lies with its report; null = it brings none, or the file was kept long enough. */
async function attachmentOf(
  { db }: Base,
  { organization_id }: OutboxRow,
  message: MailMessage,
): Promise<RenderedMail['attachment'] | null> {
  if (message.template !== 'report' || message.params.attached === null || organization_id === null) return null;
  const { run_id, name, media_type } = message.params.attached;
  const row = await db.read(organization_id, (tx) =>
    tenantDb({ db: tx, organization_id }).selectFrom('report_runs').select('data').where('id', '=', run_id).executeTakeFirst(),
  );
  return row?.data ? { name, mediaType: media_type, bytes: row.data } : null;
}

/** Alarms that the mail tells of say what became of it. */
async function settleNotices(tx: Db, { id, template, organization_id }: OutboxRow, state: NoticeState, now: number): Promise<void> {
  if (template !== 'alarms' || organization_id === null) return;
  await tenantDb({ db: tx, organization_id })
    .updateTable('alarm_notices')
    .set({ state, settled_at: now })
    .where('message_id', '=', id)
    .execute();
}

/** The mail is handed over; an invitation says so when it has left, unless the link that it brought was taken back meanwhile. */
async function noteSent({ db, clock, bus }: Base, row: OutboxRow, left: boolean): Promise<void> {
  const { template, organization_id, entity_id } = row;
  const now = clock.now();
  const invitation = left && template === 'invitation' && entity_id !== null ? entity_id : null;
  const changed = await db.write(organization_id, async (tx) => {
    const isSent = await markSent(tx, row, now);
    if (isSent) await settleNotices(tx, row, left ? 'sent' : 'filed', now);
    if (!isSent || organization_id === null || invitation === null) return undefined;
    return tenantDb({ db: tx, organization_id })
      .updateTable('invitations')
      .set({ sent_at: now })
      .where('id', '=', invitation)
      .returning('workspace_id')
      .executeTakeFirst();
  });
  if (!changed || organization_id === null || invitation === null) return;
  bus.publish(organization_id, { name: 'changed', data: { entity: 'invitations', id: invitation, workspace_id: changed.workspace_id } });
}
