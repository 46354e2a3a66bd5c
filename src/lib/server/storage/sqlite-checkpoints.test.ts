import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteCheckpoints } from './sqlite-checkpoints.ts';

let folder: string;
let writer: DatabaseSync;
let checkpoints: SqliteCheckpoints;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'taktlog-checkpoints-'));
  const path = join(folder, 'some.db');
  writer = new DatabaseSync(path);
  writer.exec(
    'pragma journal_mode = wal; pragma synchronous = off; pragma wal_autocheckpoint = 0; create table things (no integer primary key, text text)',
  );
  checkpoints = new SqliteCheckpoints(path);
});

afterEach(async () => {
  await checkpoints.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Pages in the log, and how many of them are in the file too; changes nothing. */
const log = () => {
  const { log: pages, checkpointed } = writer.prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number };
  return { pages, moved: checkpointed };
};

function commits(count: number): void {
  const insert = writer.prepare('insert into things (text) values (?)');
  for (let i = 0; i < count; i += 1) {
    insert.run('x'.repeat(100));
    checkpoints.committed();
  }
}

describe('checkpoints beside the writer', () => {
  it('move the log into the file while the writer goes on, and leave what few commits wrote', async () => {
    commits(63);
    expect(log()).toMatchObject({ moved: 0 });
    commits(1);
    await expect.poll(() => log().moved, { timeout: 20_000 }).toBeGreaterThan(60);
    // All of it was moved, so the log begins anew.
    commits(10);
    expect(log()).toEqual({ pages: 10, moved: 0 });
    commits(54);
    await expect.poll(() => log().moved, { timeout: 20_000 }).toBeGreaterThan(60);
    expect(writer.prepare('select count(*) as n from things').get()).toEqual({ n: 128 });
  });

  it('are no matter of life: a thread that fails is left, and the writer goes on', async () => {
    const broken = new SqliteCheckpoints(join(folder, 'no such folder', 'some.db'));
    for (let i = 0; i < 640; i += 1) broken.committed();
    await broken.close();
    commits(64);
    expect(writer.prepare('select count(*) as n from things').get()).toEqual({ n: 64 });
  });

  it('are over once they are closed', async () => {
    await checkpoints.close();
    commits(640);
    expect(log().moved).toBe(0);
  });
});
