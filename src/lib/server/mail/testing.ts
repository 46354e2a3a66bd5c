import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A real mail server in the process. */

export interface ReceivedMail {
  /** Recipients as the envelope named them. */
  to: string[];
  from: string;
  raw: string;
  mail: Email;
  /** Was the connection encrypted? */
  secure: boolean;
}

export interface TestMailServer {
  port: number;
  url: string;
  received: ReceivedMail[];
  /** Waits until it has so many mails. @throws Error after ten seconds */
  until(count: number): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

/** Without an own option it takes every mail of everybody. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    // Clients keep their connections for the next mail; nobody waits for them.
    closeTimeout: 20,
    disabledCommands: options.onAuth ? [] : ['AUTH'],
    hideSTARTTLS: options.cert === undefined,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          raw,
          mail: await PostalMime.parse(raw),
          secure: session.secure,
        });
        for (const wake of waiting) wake();
        done();
      });
    },
    ...options,
  });
  // A client that hangs up is no business of the test.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const own = (server.server.address() as AddressInfo).port;
  return {
    port: own,
    url: `smtp://127.0.0.1:${own}`,
    received,
    until: (count) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${received.length} of ${count} mails came`)), 10_000);
        const look = () => {
          if (received.length < count) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
