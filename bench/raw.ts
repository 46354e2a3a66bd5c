import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** The limit that Taktlog is measured against: prepared inserts into a bare table of readings, same file settings, nothing else. */
export interface Raw {
  db: DatabaseSync;
  insert: StatementSync;
}

export function openRaw(folder: string): Raw {
  const db = new DatabaseSync(join(folder, 'raw.db'));
  db.exec('pragma journal_mode = wal; pragma synchronous = full;');
  db.exec(
    'create table readings (org_no integer, channel_no integer, ts integer, num real, text text, quality integer not null default 0, primary key (org_no, channel_no, ts)) without rowid',
  );
  return { db, insert: db.prepare('insert into readings (org_no, channel_no, ts, num, text) values (1, ?, ?, ?, null)') };
}

/** One transaction for each batch. @returns seconds */
export function rawBatches({ db, insert }: Raw, batches: readonly (readonly [channel: number, ts: number, value: number])[][]): number {
  const started = performance.now();
  for (const batch of batches) {
    db.exec('begin immediate');
    for (const [channel, ts, value] of batch) insert.run(channel, ts, value);
    db.exec('commit');
  }
  return (performance.now() - started) / 1_000;
}
