import { type Config, parseConfig } from '../src/lib/server/kernel/config.ts';
import type { Database } from '../src/lib/server/kernel/database.ts';
import { systemClock } from '../src/lib/server/kernel/ids.ts';
import { makeFilesPrivate } from '../src/lib/server/kernel/private-files.ts';
import { startProblems } from '../src/lib/server/kernel/start-problem.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { verifyRollups } from '../src/lib/server/storage/readings/verify-rollups.ts';

/**
 * `npm run check:rollups [-- --repair]`: recomputes all rollups and newest values from the readings and prints every difference to what is
 * stored; with `--repair` damaged blocks are made again where all of their readings are there. Reads `DATA_DIR` or `DATABASE_URL` as the server
 * does. Exit: 0 equal, or equal again, 1 different, 2 the database can't be read.
 */
makeFilesPrivate();
const db = open();
try {
  const { series, readings, buckets, differences } = await verifyRollups(db, { repair: process.argv.includes('--repair') });
  for (const difference of differences) console.log(JSON.stringify(difference));
  const repaired = differences.filter((one) => one.repaired).length;
  const told = repaired === 0 ? '' : `, ${repaired} of them repaired`;
  console.log(`${buckets} buckets of ${series} channels compared with ${readings} readings: ${differences.length} differences${told}`);
  process.exitCode = differences.length === repaired ? 0 : 1;
} catch (error) {
  console.error(startProblems(error, undefined).join('\n'));
  process.exitCode = 2;
} finally {
  await db.close();
}

function open(): Database {
  let config: Config | undefined;
  try {
    config = parseConfig(process.env);
    return openDatabase(config, { clock: systemClock });
  } catch (error) {
    console.error(startProblems(error, config).join('\n'));
    process.exit(2);
  }
}
