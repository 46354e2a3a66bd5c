/** Why PostgreSQL can't be used, as one sentence of the setting that brought its address. */

type Variable = 'DATABASE_URL' | 'DATABASE_OWNER_URL';

/** The oldest server that has all that the schema asks for. */
const OLDEST = 15;

const UNREACHABLE = /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT)$/;

const BY_CODE: Record<string, (database: string, user: string) => string> = {
  '28P01': (_, user) => `the server refuses the password of ${user}; correct the user or the password`,
  '28000': (_, user) => `the server doesn’t let ${user} in; look whether the role exists and what pg_hba.conf says`,
  '3D000': (database) => `the server has no database ${database}; create it, or correct the name`,
  '42501': (database, user) =>
    `${user} lacks a right in the database ${database}; the role that owns the schema belongs into DATABASE_OWNER_URL`,
  '53300': () => 'the server has no connection to spare; raise max_connections, or stop what holds them',
  '57P03': () => 'the server is just starting or stopping; try again in a moment',
};

/** @param error what the driver threw, with its causes */
export function postgresProblem(variable: Variable, address: string, error: unknown): string | null {
  const { hostname, port, pathname, username } = new URL(address);
  const where = `${hostname || 'the local socket'}${port ? `:${port}` : ''}`;
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = 'code' in one ? String(one.code) : '';
    const said = BY_CODE[code]?.(decodeURIComponent(pathname.slice(1)), decodeURIComponent(username) || 'the user');
    if (said) return `${variable}: ${said}.`;
    if (UNREACHABLE.test(code) || /timeout|terminated/i.test(one.message))
      return `${variable}: no PostgreSQL answers at ${where}; start it, or correct host and port.`;
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${variable}: the host ${hostname} is not known; correct its name.`;
    if (/does not support SSL|certificate|SSL/i.test(one.message))
      return `${variable}: no secured connection to ${where} (${one.message}); set sslmode as the server wants it.`;
  }
  return null;
}

export interface ServerSettings {
  version: number;
  /** As the session has it, after we asked for it. */
  synchronousCommit: string;
  fsync: string;
  fullPageWrites: string;
}

/** A server that is too old; null = it will do. @param version as `server_version_num` says it */
export const versionProblem = (version: number): string | null =>
  version >= OLDEST * 10_000
    ? null
    : `DATABASE_URL: the server is PostgreSQL ${Math.floor(version / 10_000)}; Taktlog needs ${OLDEST} or newer.`;

/** Settings under which an answered reading may be lost; one sentence each. */
export function durabilityProblems({ synchronousCommit, fsync, fullPageWrites }: Omit<ServerSettings, 'version'>): string[] {
  const lost = 'so a crash of the server may lose readings that were answered with 200';
  return [
    ...(synchronousCommit === 'off' ? [`DATABASE_URL: synchronous_commit is off and can’t be switched on for our sessions, ${lost}.`] : []),
    ...(fsync === 'off' ? [`DATABASE_URL: fsync is off, ${lost} and may damage the whole database; switch it on in postgresql.conf.`] : []),
    ...(fullPageWrites === 'off'
      ? ['DATABASE_URL: full_page_writes is off, so a power cut may damage the database; switch it on in postgresql.conf.']
      : []),
  ];
}
