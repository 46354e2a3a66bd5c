import process from 'node:process';
import type { Logger } from 'pino';
import { type Config, ConfigError } from './config.ts';

/** Why a program can't start, in a sentence that begins with the setting at fault and says what to do. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'StartError';
  }
}

/** A plant that nobody feeds would stand still before its visitors. @throws StartError when the demo is asked of a server that has none */
export function refuseDemo({ demoPublic }: Pick<Config, 'demoPublic'>): void {
  if (demoPublic)
    throw new StartError('DEMO_PUBLIC: only npm run demo keeps a demo plant going; start that one instead, or leave the setting out.');
}

type Settings = Pick<Config, 'dataDir' | 'port' | 'host'>;
type SystemError = Partial<NodeJS.ErrnoException> & { errcode?: unknown };

/** The error and what caused it, from the outside in. */
function chain(error: unknown): SystemError[] {
  const errors: SystemError[] = [];
  for (let one: unknown = error; one instanceof Error && errors.length < 8; one = one.cause) errors.push(one as SystemError);
  return errors;
}

const LISTEN: Record<string, (settings: Settings) => string> = {
  EADDRINUSE: ({ port }) => `PORT: port ${port} is taken (EADDRINUSE); stop what listens there, or choose another port`,
  EACCES: ({ port }) => `PORT: port ${port} may not be opened by this user (EACCES); choose one above 1023`,
  EADDRNOTAVAIL: ({ host }) => `HOST: ${host} is no address of this machine (EADDRNOTAVAIL); 0.0.0.0 listens at all of them`,
  ENOTFOUND: ({ host }) => `HOST: ${host} is no address of this machine (ENOTFOUND); 0.0.0.0 listens at all of them`,
};

/** Primary result codes of SQLite. */
const SQLITE: Record<number, string> = {
  5: 'the database is held by another program; stop it, or wait until it is done',
  6: 'the database is held by another program; stop it, or wait until it is done',
  8: 'the database can’t be written; give it to the user who starts the server',
  10: 'the disk fails at reading or writing the database; look after the disk',
  11: 'the database is damaged; restore it from a backup',
  13: 'the disk is full; make room',
  14: 'the database can’t be opened; the folder must be there and belong to the user who starts the server',
  26: 'taktlog.db is no SQLite database; move it away, or restore it from a backup',
};

const FILES: Record<string, string> = {
  EACCES: 'this user may not write there; give the folder to the user who starts the server, or choose another one',
  EPERM: 'this user may not write there; give the folder to the user who starts the server, or choose another one',
  EROFS: 'the file system is read-only; choose another folder',
  ENOSPC: 'the disk is full; make room',
  EDQUOT: 'the disk is full; make room',
  ENOTDIR: 'a file stands where a folder should; move it away, or choose another folder',
  EEXIST: 'a file stands where a folder should; move it away, or choose another folder',
  EISDIR: 'a folder stands where a file should; move it away, or choose another folder',
  ENOENT: 'the folder can’t be made; choose another one',
};

/** One line for each thing that is wrong, without a stack. */
export function startProblems(error: unknown, settings: Settings | undefined): string[] {
  if (error instanceof ConfigError) return error.problems;
  const errors = chain(error);
  const said = errors.find((one) => one instanceof StartError);
  if (said) return [said.message ?? ''];
  if (settings)
    for (const one of errors) {
      const sentence = sentenceOf(one, settings);
      if (sentence !== undefined) return [`${sentence}.`];
    }
  return [`Taktlog did not start: ${error instanceof Error ? error.message : String(error)}`];
}

function sentenceOf({ code = '', syscall, path, errcode }: SystemError, settings: Settings): string | undefined {
  if (syscall === 'listen' || syscall === 'getaddrinfo') return LISTEN[code]?.(settings);
  if (typeof errcode === 'number') {
    const why = SQLITE[errcode & 0xff];
    return why && `DATA_DIR: ${settings.dataDir}: ${why}`;
  }
  if (path === undefined || FILES[code] === undefined) return undefined;
  return `DATA_DIR: ${path}: ${FILES[code]} (${code})`;
}

/** Exit codes: 2 = the configuration is wrong, which no repetition mends; 1 = anything else. */
const startCode = (error: unknown): number => (error instanceof ConfigError ? 2 : 1);

/** Ends a program that could not start: what is wrong in plain sentences; the stack is for the log at debug level. */
export function failStart(error: unknown, config?: Config, log?: Logger): never {
  log?.debug({ err: error }, 'did not start');
  for (const problem of startProblems(error, config)) process.stderr.write(`${problem}\n`);
  process.exit(startCode(error));
}
