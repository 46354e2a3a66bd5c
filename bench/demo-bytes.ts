import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DEFAULT_LOCALE } from '../src/lib/constants.ts';
import { seedDemo } from '../src/lib/server/demo/seed.ts';
import { sealJob } from '../src/lib/server/readings/seal.ts';
import { openBenchApp } from './bench-app.ts';

const bench = await openBenchApp();
try {
  await seedDemo(bench.deps, '', DEFAULT_LOCALE);
  const before = tables(bench.folder);
  await sealJob({ pause: () => Promise.resolve() }).run(bench.deps);
  const after = tables(bench.folder);
  const readings = after.readings;
  console.log(`${before.readings} readings before, ${readings} after; ${after.rows} rows`);
  const names = [...new Set([...before.bytes.keys(), ...after.bytes.keys()])].sort(
    (a, b) => (after.bytes.get(b) ?? 0) - (after.bytes.get(a) ?? 0),
  );
  for (const name of names)
    console.log(
      `${name.padEnd(36)} ${((before.bytes.get(name) ?? 0) / readings).toFixed(3).padStart(9)} ${((after.bytes.get(name) ?? 0) / readings).toFixed(3).padStart(9)}`,
    );
  const sum = (m: Map<string, number>) => [...m.values()].reduce((a, b) => a + b, 0);
  console.log('all', sum(before.bytes) / readings, sum(after.bytes) / readings);
  if (process.env.KEEP) copyFileSync(join(bench.folder, 'packed.db'), process.env.KEEP);
} finally {
  await bench.close();
}

function tables(folder: string) {
  const to = join(folder, 'packed.db');
  rmSync(to, { force: true });
  const raw = new DatabaseSync(join(folder, 'taktlog.db'));
  raw.exec(`vacuum into '${to}'`);
  raw.close();
  const packed = new DatabaseSync(to, { readOnly: true });
  const bytes = new Map(
    (packed.prepare('select name, sum(pgsize) as bytes from dbstat group by name').all() as { name: string; bytes: number }[]).map((r) => [
      r.name,
      r.bytes,
    ]),
  );
  const { rows, readings } = packed
    .prepare(
      'select (select count(*) from readings) as rows, (select count(*) from readings) + (select coalesce(sum(n),0) from reading_chunks) as readings',
    )
    .get() as { rows: number; readings: number };
  packed.close();
  return { bytes, readings, rows };
}
