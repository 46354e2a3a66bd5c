import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { onServer } from '../../../../scripts/test-postgres.ts';
import { systemClock } from '../kernel/ids.ts';
import { testLocation } from '../testing/testing.ts';
import { openDatabase } from './open.ts';
import { durabilityProblems, postgresProblem, versionProblem } from './postgres-problem.ts';

const failure = (code: string) => Object.assign(new Error('as the driver says it'), { code });
const URL_ = 'postgres://taktlog_app:a-secret-word@db.example:5433/plant';

describe('a PostgreSQL that can not be used', () => {
  it('is told by the setting that names it, never with the password', () => {
    const said = ['28P01', '28000', '3D000', '42501', '53300', '57P03', 'ECONNREFUSED', 'ENOTFOUND'].map((code) =>
      postgresProblem('DATABASE_URL', URL_, new Error('around it', { cause: failure(code) })),
    );
    expect(new Set(said).size).toBe(8);
    for (const sentence of said) {
      expect(sentence).toMatch(/^DATABASE_URL: .+\.$/);
      expect(sentence).not.toContain('a-secret-word');
    }
    expect(said[0]).toContain('the server refuses the password of taktlog_app');
    expect(postgresProblem('DATABASE_URL', URL_, failure('23505'))).toBeNull();
  });

  it('is one that is too old', () => {
    expect(versionProblem(140_012)).toBe('DATABASE_URL: the server is PostgreSQL 14; Taktlog needs 15 or newer.');
    expect(versionProblem(150_000)).toBeNull();
  });
});

describe('an answer 200 on PostgreSQL says that the readings are on the disk', () => {
  it('also where the server commits before that: sessions of ours wait for the disk', async () => {
    const location = await testLocation('postgres');
    const name = new URL(location.databaseOwnerUrl!).pathname.slice(1);
    await onServer(location.databaseOwnerUrl!, `alter database ${name} set synchronous_commit = off`);
    const lines: string[] = [];
    const db = openDatabase(location, { clock: systemClock, log: pino({}, { write: (line: string) => void lines.push(line) }) });
    try {
      await db.migrate();
      const shown = await db.write(null, (tx) => sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(tx));
      // The tests' server doesn't wait for its disk, which is said of it each time.
      const said = lines.filter((line) => line.includes('synchronous_commit'));
      expect([shown.rows[0]?.synchronous_commit, said]).toEqual(['on', []]);
    } finally {
      await db.close();
    }
  });

  it('and where it can not, the log says so in a sentence', () => {
    expect(durabilityProblems({ synchronousCommit: 'on', fsync: 'on', fullPageWrites: 'on' })).toEqual([]);
    expect(durabilityProblems({ synchronousCommit: 'local', fsync: 'off', fullPageWrites: 'on' })).toEqual([
      'DATABASE_URL: fsync is off, so a crash of the server may lose readings that were answered with 200 and may damage the whole database; switch it on in postgresql.conf.',
    ]);
    expect(durabilityProblems({ synchronousCommit: 'off', fsync: 'on', fullPageWrites: 'on' })[0]).toContain('synchronous_commit is off');
  });
});
