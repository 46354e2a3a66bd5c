import { cpus } from 'node:os';
import { demoFigures } from './demo-bytes.ts';
import { alarmFigures, ingestFigures } from './ingest.ts';
import { listFigures } from './list.ts';
import { pageFigures } from './page.ts';
import { report } from './report.ts';
import { restFigures } from './rest.ts';
import { sealingFigures } from './sealing.ts';
import { stopwatchFigures } from './stopwatch.ts';
import { yearFigures } from './year.ts';

/** `npm run bench`: every speed beside its raw limit, measured in the same run on the same machine. */
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`);
const figures = [
  await ingestFigures(),
  await alarmFigures(),
  await listFigures(),
  await pageFigures(),
  await yearFigures(),
  await restFigures(),
  await demoFigures(),
  await sealingFigures(),
  await stopwatchFigures(),
];
const ok = report(figures.flat());
if (!ok) process.exitCode = 1;
