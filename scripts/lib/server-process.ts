import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A Taktlog server as a child process, for tests, benchmarks and pictures. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  /** Asks it to stop and waits. */
  stop(): Promise<number | null>;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** What `npm start` of a checkout tells Node. */
function startFlags(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

/**
 * Starts the production server, on the port of `env` or on a free one, and waits until it is ready.
 * @param cwd another checkout, built, whose server is wanted
 * @throws Error with its output when it exits before
 */
export async function startServerProcess(
  env: Record<string, string>,
  entry = 'src/lib/server/process/start.mjs',
  cwd?: string,
): Promise<ServerProcess> {
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [...startFlags(cwd ?? process.cwd()), entry], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', SITE_URL: url, MQTT_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const exited = once(child, 'exit');
  const server: ServerProcess = {
    url,
    child,
    output: () => output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await exited;
      }
      return child.exitCode;
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await exited;
      }
    },
  };
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return server;
    await pause(50);
  }
  await server.kill();
  throw new Error(`the server did not get ready:\n${output}`);
}
