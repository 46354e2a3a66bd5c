import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { LOCALE_TAGS } from '../../constants.ts';
import type { Config } from '../kernel/config.ts';
import { isAddress, mailHost, type SmtpServer } from '../kernel/mail-addresses.ts';
import type { RenderedMail } from '../kernel/mail-messages.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../kernel/private-files.ts';

/** The last step of a mail: to an SMTP server, or into a file. */
export interface MailTransport {
  /** False where a mail stays with us, as a file that nobody is sent. */
  readonly leaves: boolean;
  /**
   * Resolves once the mail is somebody else's: with where it was written when it went into a file. @throws MailError
   * @param id names the mail for ever, so that one that is handed over twice is known for the same
   */
  deliver(id: string, mail: RenderedMail, at: Date): Promise<{ file?: string }>;
  close(): void;
}

/** Why a mail could not be handed over, as a code: the server's sentence may name the recipient. */
export class MailError extends Error {
  readonly code: string;
  /** Another try won't change it. */
  readonly final: boolean;
  /** The server itself couldn't be reached or won't have us: the next mail would fare the same. */
  readonly unreachable: boolean;
  constructor(code: string, { final = false, unreachable = false } = {}) {
    super(code);
    this.name = 'MailError';
    this.code = code;
    this.final = final;
    this.unreachable = unreachable;
  }
}

/** Milliseconds. Together they stay under the lease of the outbox. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const POOL = { pool: true, maxConnections: 2, maxMessages: 100, maxRequeues: 1, idleTimeout: 30_000 } as const;

export function createTransportOf(config: Pick<Config, 'smtp' | 'mailFrom' | 'siteUrl' | 'dataDir'>): MailTransport {
  return config.smtp ? smtpTransport(config.smtp, config) : fileTransport(folderOf(config), config);
}

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'mail');
/** A moment as the name of a file begins with it. */
const nameOf = (at: Date): string => at.toISOString().replaceAll(':', '');

type Sender = Pick<Config, 'mailFrom' | 'siteUrl'>;

/** @throws MailError for a recipient that is no plain address */
function compose({ mailFrom, siteUrl }: Sender, id: string, mail: RenderedMail, at: Date): SendMailOptions {
  if (!isAddress(mail.to)) throw new MailError('address_invalid', { final: true });
  return {
    from: mailFrom,
    to: { name: '', address: mail.to },
    ...(mail.replyTo && isAddress(mail.replyTo.address) ? { replyTo: mail.replyTo } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.attachment
      ? {
          attachments: [
            { filename: mail.attachment.name, contentType: mail.attachment.mediaType, content: Buffer.from(mail.attachment.bytes) },
          ],
        }
      : {}),
    date: at,
    messageId: `<${id}@${mailHost(siteUrl)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': LOCALE_TAGS[mail.locale],
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

// Its library, 10 MB of memory, is loaded with the first mail.
function smtpTransport({ host, port, secure, starttls, auth }: SmtpServer, sender: Sender): MailTransport {
  const options = {
    ...POOL,
    ...TIMEOUTS,
    host,
    port,
    secure,
    requireTLS: starttls === 'required',
    ignoreTLS: starttls === 'never',
    ...(auth ? { auth } : {}),
  };
  let opened: Promise<Transporter> | undefined;
  const open = () => {
    opened ??= import('nodemailer').then(({ createTransport }) => createTransport(options));
    return opened;
  };
  return {
    leaves: true,
    async deliver(id, mail, at) {
      const composed = compose(sender, id, mail, at);
      try {
        const transport = await open();
        await transport.sendMail(composed);
        return {};
      } catch (error) {
        throw mailError(error);
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/** What nodemailer says, without its sentence. */
function mailError(error: unknown): MailError {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  const aboutThisMail = command === 'RCPT TO' || command === 'DATA';
  if (typeof responseCode === 'number' && responseCode >= 400 && responseCode < 600)
    return new MailError(`smtp_${responseCode}`, { final: aboutThisMail && responseCode >= 500, unreachable: !aboutThisMail });
  const known = typeof code === 'string' && /^E[A-Z0-9_]{1,30}$/.test(code);
  return new MailError(known ? code.toLowerCase() : 'unknown', { unreachable: known });
}

/** Mails as files that every mail program opens, for development: readable by the owner only, as they hold links that open something. */
function fileTransport(folder: string, sender: Sender): MailTransport {
  return {
    leaves: false,
    async deliver(id, mail, at) {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(compose(sender, id, mail, at));
      const recipient = createHash('sha256').update(mail.to).digest('hex').slice(0, 8);
      const file = join(folder, `${nameOf(at)}-${recipient}-${id.slice(-4)}.eml`);
      try {
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
        await writeFile(file, message as Buffer, { mode: PRIVATE_FILE });
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw new MailError(code?.toLowerCase() ?? 'unknown', { unreachable: true });
      }
      return { file };
    },
    close: () => undefined,
  };
}

/** Deletes the mails that were written into files before a moment: their links are worth nothing any more. */
export async function forgetMailFiles(config: Pick<Config, 'dataDir'>, before: Date): Promise<void> {
  const folder = folderOf(config);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name.endsWith('.eml') && name < nameOf(before)) await rm(join(folder, name), { force: true });
}
