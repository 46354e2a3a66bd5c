import type { Db } from './database.ts';
import type { MailMessage } from './mail-messages.ts';

/** On whose behalf a mail goes out, and the row that it brings. */
export interface MailCause {
  organizationId: string;
  entityId?: string;
}

export interface Mailer {
  /** Is there a server to hand mails to? Without one they become files, and what they bring has to be handed over in another way. */
  readonly leaves: boolean;
  /** Sends a mail: it is kept and tried at once, and again later when it can't go now. Never waits for the mail server. */
  send(message: MailMessage, cause?: MailCause): Promise<void>;
  /** {@link send} as part of the caller's transaction, which calls {@link kick} after its commit. @returns the mail's id */
  put(db: Db, message: MailMessage, cause?: MailCause): Promise<string>;
  /** Tries in the background what is due. */
  kick(): void;
  /** Tries every mail that is due; ends early when the server can't be reached. */
  deliverDue(): Promise<void>;
  /** Runs work behind the answer of a request: whoever waits for the answer can't tell whether there was any. A failure is logged. */
  later(work: () => Promise<void>): void;
  /** Waits for everything in the background. */
  idle(): Promise<void>;
  /** Hands over no more mails: those that wait stay in the outbox. */
  stop(): Promise<void>;
}
