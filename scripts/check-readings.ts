import { type Config, parseConfig } from '../src/lib/server/kernel/config.ts';
import type { Database } from '../src/lib/server/kernel/database.ts';
import { systemClock } from '../src/lib/server/kernel/ids.ts';
import { makeFilesPrivate } from '../src/lib/server/kernel/private-files.ts';
import { startProblems } from '../src/lib/server/kernel/start-problem.ts';
import { verifyReadings } from '../src/lib/server/received-data/verify-readings.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';

/**
 * Reads all raw messages again and prints every stored reading that doesn't follow from them. Reads `DATA_DIR` or `DATABASE_URL` as the server
 * does. Exit: 0 equal, 1 different, 2 the database can't be read.
 */
makeFilesPrivate();
const db = open();
try {
  const { messages, readings, leftOut, differences } = await verifyReadings(db);
  for (const difference of differences) console.log(JSON.stringify(difference));
  console.log(
    `${readings} readings compared with ${messages} messages, ${leftOut} left out, whose messages aren't there: ${differences.length} differences`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
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
