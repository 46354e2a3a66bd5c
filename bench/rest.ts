import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Db } from '../src/lib/server/kernel/database.ts';
import { sealJob } from '../src/lib/server/readings/seal.ts';
import { seriesRepo } from '../src/lib/server/readings/series.repo.ts';
import { readingReader } from '../src/lib/server/storage/readings/reading-reader.ts';
import { type BenchApp, compare, logger, openBenchApp, processorSeconds } from './bench-app.ts';
import type { Figure } from './report.ts';

const FROM = Date.UTC(2026, 0, 1) * 1_000;
const DAY_US = 86_400e6;
/** Ninety days of a reading a minute, and a day of one a second. */
const SERIES = [
  { step: 60e6, count: 90 * 1_440 },
  { step: 1e6, count: 86_400 },
];
const MESSAGE = 2_000;

const value = (n: number): number =>
  Math.round((21 + 1.8 * Math.sin(n / 90) + 3 * Math.sin(n / 1_440) + ((Math.imul(n, 2_654_435_761) >>> 8) % 97) / 200) * 10) / 10;

/** Readings and rollups at rest, in chunks and blocks, against the same as rows. */
export async function restFigures(): Promise<Figure[]> {
  const rows = await filled();
  const chunks = await filled();
  try {
    await sealJob({ pause: () => Promise.resolve() }).run(chunks.deps);
    const bytes = { rows: bytesOf(rows, ['readings']), chunks: bytesOf(chunks, ['readings', 'reading_chunks', 'reading_chunks_first']) };
    const rollups = ['readings_5m', 'readings_1h'];
    const rollupBytes = { rows: bytesOf(rows, rollups), blocks: bytesOf(chunks, [...rollups, 'rollup_blocks', 'rollup_blocks_first']) };
    const both = async (work: (bench: BenchApp, db: Db) => Promise<unknown>) => {
      const one = (bench: BenchApp) => () => bench.deps.db.read(bench.organization.id, (db) => work(bench, db));
      return compare(3, one(chunks), one(rows), processorSeconds);
    };
    const reader = ({ organization }: BenchApp, db: Db) => readingReader({ db, organization_no: organization.no });
    const day = await both(({ deps: { db: storage }, organization }, db) =>
      seriesRepo({ db, storage, organization_no: organization.no }).numbers(2, FROM, FROM + DAY_US, 100_000),
    );
    const all = await both(async (bench, db) => {
      for await (const page of reader(bench, db).pages(1)) if (page.length === 0) throw new Error('an empty page');
    });
    const speed = (name: string, { ours, raw }: { ours: number; raw: number }, budget: number): Figure => ({
      name,
      unit: 'reads/s',
      ours: 1 / ours,
      raw: 1 / raw,
      ratio: raw / ours,
      budget,
      note: 'processor time',
    });
    return [
      {
        name: 'A reading at rest, against one as a row',
        unit: 'B',
        ours: bytes.chunks,
        raw: bytes.rows,
        ratio: bytes.rows / bytes.chunks,
        budget: 5,
      },
      {
        name: 'Rollups at rest for a reading, against rows',
        unit: 'B',
        ours: rollupBytes.blocks,
        raw: rollupBytes.rows,
        ratio: rollupBytes.rows / rollupBytes.blocks,
        budget: 5,
      },
      speed('A day of a reading a second for a chart, against rows', day, 3),
      speed('All of 90 days of a reading a minute, against rows', all, 4),
    ];
  } finally {
    await rows.close();
    await chunks.close();
  }
}

async function filled(): Promise<BenchApp> {
  const bench = await openBenchApp();
  const { deps, organization } = bench;
  await logger(
    bench,
    'rest',
    SERIES.map((_, i) => ({ no: i + 1, key: `ch${i}` })),
    null,
  );
  const { id, no } = await deps.db.read(organization.id, (db) =>
    db.selectFrom('dataloggers').select(['id', 'no']).executeTakeFirstOrThrow(),
  );
  for (const [i, { step, count }] of SERIES.entries())
    for (let n = 0; n < count; n += MESSAGE)
      await deps.db.readings.commit({
        id: deps.ids.uuid(),
        organizationId: organization.id,
        organizationNo: organization.no,
        workspaceId: bench.workspaceId,
        dataloggerId: id,
        dataloggerNo: no,
        credentialId: null,
        door: 'json',
        decoder: 'json@1',
        contentType: null,
        contentEncoding: null,
        receivedAt: deps.clock.now(),
        size: 2,
        body: new Uint8Array([91, 93]),
        bodyEncoding: null,
        status: 'stored',
        errors: [],
        readings: Array.from({ length: Math.min(MESSAGE, count - n) }, (_, k) => ({
          channelNo: i + 1,
          ts: FROM + (n + k) * step,
          num: value(n + k),
          text: null,
        })),
      });
  return bench;
}

/** What the tables take, a reading. */
function bytesOf({ folder }: BenchApp, tables: string[]): number {
  const raw = new DatabaseSync(join(folder, 'taktlog.db'), { readOnly: true });
  const { bytes } = raw
    .prepare(`select sum(pgsize) as bytes from dbstat where name in (${tables.map((table) => `'${table}'`).join()})`)
    .get() as { bytes: number };
  raw.close();
  return bytes / SERIES.reduce((sum, { count }) => sum + count, 0);
}

if (import.meta.main) {
  const { report } = await import('./report.ts');
  report(await restFigures());
}
