import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DEFAULT_LOCALE } from '../src/lib/constants.ts';
import { seedDemo } from '../src/lib/server/demo/seed.ts';
import { sealJob } from '../src/lib/server/readings/seal.ts';
import { groupBodiesJob } from '../src/lib/server/received-data/group-bodies.ts';
import { openBenchApp } from './bench-app.ts';
import type { Figure } from './report.ts';

/** Bytes of the demo's readings that are wanted at most: all that its 90 days take, and readings alone. */
const MOST = { all: 10, readings: 2 };
const TABLES = {
  readings: ['readings', 'reading_chunks', 'reading_chunks_first'],
  rollups: ['readings_5m', 'readings_1h', 'rollup_blocks', 'rollup_blocks_first'],
  messages: [
    'received_data',
    'received_data_received',
    'received_data_datalogger',
    'received_data_given',
    'received_data_duplicate',
    'body_groups',
    'body_groups_last',
  ],
};
type Part = keyof typeof TABLES | 'rest';
type Bytes = Record<Part | 'all', number>;

/**
 * What the 90 days of the demo take on the disk for each reading, without free pages: as they are written, as the jobs leave them on the first
 * day, and once all of it is old.
 */
export async function demoBytes(): Promise<{ readings: number; asWritten: Bytes; firstDay: Bytes; old: Bytes }> {
  const bench = await openBenchApp();
  try {
    const { deps, folder } = bench;
    await seedDemo(deps, '', DEFAULT_LOCALE);
    const asWritten = measured(folder);
    const pause = () => Promise.resolve();
    await sealJob({ pause }).run(deps);
    await groupBodiesJob({ pause }).run(deps);
    const firstDay = measured(folder);
    const later = { ...deps, clock: { now: () => deps.clock.now() + 30 * 86_400e6 } };
    await sealJob({ pause }).run(later);
    await groupBodiesJob({ pause }).run(later);
    const old = measured(folder);
    const { readings } = asWritten;
    return { readings, asWritten: asWritten.bytes, firstDay: firstDay.bytes, old: old.bytes };
  } finally {
    await bench.close();
  }
}

/** Of a copy without free pages. */
function measured(folder: string): { readings: number; bytes: Bytes } {
  const copy = join(folder, 'copy.db');
  rmSync(copy, { force: true });
  const raw = new DatabaseSync(join(folder, 'taktlog.db'));
  raw.exec(`vacuum into '${copy}'`);
  raw.close();
  const packed = new DatabaseSync(copy, { readOnly: true });
  const rows = packed.prepare('select name, sum(pgsize) as bytes from dbstat group by name').all() as { name: string; bytes: number }[];
  const { readings } = packed
    .prepare('select (select count(*) from readings) + coalesce(sum(n), 0) as readings from reading_chunks')
    .get() as { readings: number };
  packed.close();
  const bytes: Bytes = { readings: 0, rollups: 0, messages: 0, rest: 0, all: 0 };
  for (const row of rows) {
    const part = (Object.keys(TABLES) as (keyof typeof TABLES)[]).find((name) => TABLES[name].includes(row.name)) ?? 'rest';
    bytes[part] += row.bytes / readings;
    bytes.all += row.bytes / readings;
  }
  return { readings, bytes };
}

/** The demo's bytes against what is wanted. */
export async function demoFigures(): Promise<Figure[]> {
  const { asWritten, firstDay, old } = await demoBytes();
  const figure = (name: string, ours: number, most: number): Figure => ({
    name,
    unit: 'B',
    ours,
    raw: most,
    ratio: most / ours,
    budget: 1,
    note: 'the limit is the most that is wanted',
  });
  return [
    figure('A reading of the demo, all in, on its first day', firstDay.all, MOST.all),
    figure('A reading of the demo alone, on its first day', firstDay.readings, MOST.readings),
    figure('A reading of the demo, all in, a month later', old.all, MOST.all),
    figure('A reading of the demo alone, a month later', old.readings, MOST.readings),
    {
      name: 'A reading of the demo, all in, as it is written',
      unit: 'B',
      ours: asWritten.all,
      raw: old.all,
      ratio: old.all / asWritten.all,
      budget: null,
    },
  ];
}

if (import.meta.main) console.table(await demoBytes());
