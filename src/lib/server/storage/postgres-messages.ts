import pg from 'pg';
import type { Logger } from 'pino';
import type { ProcessMessages } from '../kernel/database.ts';
import type { Timers } from '../kernel/timers.ts';

/** PostgreSQL takes less than 8,000. */
export const MAX_MESSAGE_BYTES = 7_900;
const NAME = 'taktlog';
const AGAIN_MS = [250, 1_000, 4_000, 15_000] as const;

/** LISTEN on a connection of its own, which is opened again when it breaks; NOTIFY through the pool. */
export function postgresProcessMessages({
  connection,
  pool,
  log,
  timers,
}: {
  connection: pg.ClientConfig;
  pool: pg.Pool;
  log: Logger | undefined;
  timers: Pick<Timers, 'setTimeout' | 'clearTimeout'>;
}): ProcessMessages {
  return {
    async send(text) {
      await pool.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [NAME, text] });
    },
    listen({ heard, missed }) {
      let client: pg.Client | null = null;
      let stopped = false;
      let failures = 0;
      let waiting: unknown = null;
      const again = (broken: pg.Client, error: unknown) => {
        if (client !== broken) return;
        client = null;
        broken.end().catch(() => undefined);
        if (stopped) return;
        log?.warn({ err: error }, 'events of other processes are not heard');
        waiting = timers.setTimeout(connect, AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)] ?? 0);
      };
      const connect = (): void => {
        const opened = new pg.Client({ ...connection, keepAlive: true });
        client = opened;
        opened.on('error', (error) => again(opened, error));
        opened.on('end', () => again(opened, new Error('the connection was closed')));
        opened.on('notification', ({ payload }) => payload !== undefined && heard(payload));
        opened
          .connect()
          .then(() => opened.query(`listen ${NAME}`))
          .then(() => {
            if (failures > 0) missed();
            failures = 0;
          })
          .catch((error: unknown) => again(opened, error));
      };
      connect();
      return async () => {
        stopped = true;
        timers.clearTimeout(waiting);
        const last = client;
        client = null;
        await last?.end().catch(() => undefined);
      };
    },
  };
}
