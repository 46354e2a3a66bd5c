import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, constants } from 'node:zlib';
import { sealJob } from '../src/lib/server/readings/seal.ts';
import { compare, logger, openBenchApp } from './bench-app.ts';
import type { Figure } from './report.ts';

const CHANNELS = 4;
const WIDTH = 1_500;
const MINUTE_US = 60_000_000;
const FROM = Date.UTC(2025, 0, 1) * 1_000;
const MINUTES = 365 * 24 * 60;
const TO = FROM + MINUTES * MINUTE_US;
/** Most bytes of the four answers together, compressed as the server does. */
const MAX_BYTES = 60 * 1_024;
/** Most rollups of one channel that a chart of a year may read. */
const MAX_ROLLUPS = 9_000;

const value = (n: number): number => Math.round((4 + 1.8 * Math.sin(n / 9) + 3 * Math.sin(n / 1_440) + ((n * 7_919) % 97) / 90) * 10) / 10;

/** A year of one-minute data at rest of four channels on a chart 1,500 px wide, against reading and reducing every reading as a row. */
export async function yearFigures(): Promise<Figure[]> {
  const bench = await openBenchApp();
  try {
    const { deps, organization, app, authorization } = bench;
    const ids = await logger(
      bench,
      'year',
      Array.from({ length: CHANNELS }, (_, n) => ({ no: n + 1, key: `ch${n}` })),
      null,
    );
    const { id: dataloggerId, no: dataloggerNo } = await deps.db.read(organization.id, (db) =>
      db.selectFrom('dataloggers').select(['id', 'no']).executeTakeFirstOrThrow(),
    );
    for (let n = 0; n < MINUTES; n += 2_000) {
      const readings = [];
      for (let channel = 0; channel < CHANNELS; channel += 1)
        for (let i = n; i < Math.min(n + 2_000, MINUTES); i += 1)
          readings.push({ channelNo: channel + 1, ts: FROM + i * MINUTE_US, num: value(i + channel * 50_000), text: null });
      await deps.db.readings.commit({
        id: deps.ids.uuid(),
        organizationId: organization.id,
        organizationNo: organization.no,
        workspaceId: bench.workspaceId,
        dataloggerId,
        dataloggerNo,
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
        readings,
      });
    }

    // Its readings stay rows in a copy, for the raw scan.
    const copy = join(bench.folder, 'rows.db');
    const filled = new DatabaseSync(join(bench.folder, 'taktlog.db'), { readOnly: true });
    filled.prepare('vacuum into ?').run(copy);
    filled.close();
    await sealJob({ pause: () => Promise.resolve() }).run(deps);

    const iso = (us: number): string => new Date(us / 1_000).toISOString();
    const chart = async (): Promise<string[]> => {
      const texts: string[] = [];
      for (const id of ids) {
        const answer = await app.request(
          `/v1/orgs/${organization.id}/channels/${id}/series?from=${iso(FROM)}&to=${iso(TO)}&width=${WIDTH}`,
          { headers: { authorization } },
        );
        if (answer.status !== 200) throw new Error(await answer.text());
        texts.push(await answer.text());
      }
      return texts;
    };
    const texts = await chart();
    const bytes = texts.reduce(
      (sum, text) => sum + brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).byteLength,
      0,
    );
    const resolution = (JSON.parse(texts[0]!) as { resolution: '5m' | '1h' }).resolution;
    const raw = new DatabaseSync(copy, { readOnly: true });
    const { buckets } = raw
      .prepare(`select count(*) as buckets from ${resolution === '1h' ? 'readings_1h' : 'readings_5m'} where channel_no = 1`)
      .get() as { buckets: number };
    const scan = raw.prepare('select ts, num from readings where org_no = ? and channel_no = ? and ts >= ? and ts < ?');
    scan.setReturnArrays(true);
    const { ours, raw: scanned } = await compare(1, chart, () => {
      for (let channel = 1; channel <= CHANNELS; channel += 1) reduce(scan.iterate(organization.no, channel, FROM, TO) as never);
    });
    raw.close();
    return [
      {
        name: 'Chart of a year of one-minute data, 4 channels, 1,500 px, against a raw scan',
        unit: 'charts/s',
        ours: 1 / ours,
        raw: 1 / scanned,
        ratio: scanned / ours,
        budget: 30,
      },
      {
        name: 'Rollups read for that chart, a channel',
        unit: 'rollups',
        ours: buckets,
        raw: MAX_ROLLUPS,
        ratio: MAX_ROLLUPS / buckets,
        budget: 1,
      },
      { name: 'Answers for that chart, brotli', unit: 'B', ours: bytes, raw: MAX_BYTES, ratio: MAX_BYTES / bytes, budget: 1 },
    ];
  } finally {
    await bench.close();
  }
}

/** The same buckets as the chart's, from every reading. */
function reduce(rows: Iterable<[ts: number, num: number]>): number {
  const step = Math.ceil((TO - FROM) / WIDTH);
  let bucket = -1;
  let count = 0;
  let min = 0;
  let max = 0;
  for (const [ts, num] of rows) {
    const now = Math.floor((ts - FROM) / step);
    if (now !== bucket) {
      bucket = now;
      count += 1;
      min = num;
      max = num;
    } else if (num < min) min = num;
    else if (num > max) max = num;
  }
  return count + min + max;
}
