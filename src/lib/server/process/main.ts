import process from 'node:process';
import { parseConfig } from '../kernel/config.ts';
import { createLogger } from '../kernel/log.ts';
import { makeFilesPrivate } from '../kernel/private-files.ts';
import { failStart, refuseDemo } from '../kernel/start-problem.ts';
import { onStopRequest } from './stop-signals.ts';
import { type RunningServer, startServer } from './web/start-server.ts';

/** The process. Everything with a side effect on it stands here; the rest is {@link startServer}. */

/** The whole end, from the signal to the exit. */
const STOP_MS = 10_000;

async function main(): Promise<void> {
  makeFilesPrivate();
  const config = parseConfig(process.env);
  refuseDemo(config);
  const log = createLogger(config.logLevel);
  let server: RunningServer | undefined;
  let ending = false;
  const end = async (code: number) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    const clean = await server?.stop().catch((error: unknown) => {
      log.fatal({ err: error }, 'could not stop');
      return false;
    });
    process.exit(clean === false ? 1 : code);
  };
  onStopRequest(() => void end(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      void end(1);
    });

  server = await startServer({ config, dist: config.outDir, log }).catch((error: unknown) => failStart(error, config, log));
  if (server.setupLink) console.log(`First start: create your organisation at ${server.setupLink}`);
  console.log(`Taktlog listens on ${server.url}`);
  if (server.mqttUrl) console.log(`Loggers publish to ${server.mqttUrl}`);
}

main().catch((error: unknown) => failStart(error));
