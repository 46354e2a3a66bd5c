import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstOrganization } from '../scripts/lib/first-organization.ts';
import { startServerProcess } from '../scripts/lib/server-process.ts';
import { BATCH_CONNECTIONS, BATCHES, batches, CHANNELS, CONNECTIONS, LOGGERS, SINGLES, singles, TIMESTAMPS } from './ingest.ts';
import { load } from './load.ts';
import type { Figure } from './report.ts';

/** Rounds before the turns: enough of each channel to be sealed. */
const BEFORE = 6;
const TURNS = 8;
/** Milliseconds of the writer that one transaction may take. */
const MOST_HELD = 10;

/** Ingest while the same server seals readings and groups bodies, against ingest while it doesn't, in turns; medians of the ratios. */
export async function sealingFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'taktlog-bench-'));
  const [whileFile, heldFile] = [join(folder, 'seal'), join(folder, 'held.json')];
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', SEAL_WHILE: whileFile, SEAL_HELD: heldFile };
  const server = await startServerProcess(env, 'bench/sealing-server.ts');
  const ratios = { batches: [] as Turn[], singles: [] as Turn[] };
  try {
    const organization = await firstOrganization(server);
    const loggers: { id: string; token: string }[] = [];
    for (let n = 0; n < LOGGERS; n += 1) loggers.push(await organization.datalogger(`Bench ${n}`));
    let round = 0;
    const sent = async (bodies: Buffer[], connections: number) => {
      let next = 0;
      const { seconds } = await load(server.url, connections, () => bodies[next++]);
      return seconds;
    };
    const batchSeconds = () => sent(batches(loggers, round++, 'JSON').bodies, BATCH_CONNECTIONS);
    const singleSeconds = () => sent(singles(loggers, round++, 'http').bodies, CONNECTIONS);
    for (let n = 0; n < BEFORE; n += 1) await batchSeconds();
    await singleSeconds();
    for (let turn = 0; turn < TURNS; turn += 1) {
      const plain = async () => ({ batches: await batchSeconds(), singles: await singleSeconds() });
      const beside = async () => {
        writeFileSync(whileFile, '');
        const taken = await plain();
        rmSync(whileFile);
        return taken;
      };
      // Whoever comes second has more stored already.
      const first = turn % 2 ? await beside() : await plain();
      const second = turn % 2 ? await plain() : await beside();
      const [alone, sealing] = turn % 2 ? [second, first] : [first, second];
      for (const kind of ['batches', 'singles'] as const) ratios[kind].push({ plain: alone[kind], sealing: sealing[kind] });
    }
  } finally {
    await server.stop();
  }
  const held = (JSON.parse(readFileSync(heldFile, 'utf8')) as number[]).sort((a, b) => a - b);
  rmSync(folder, { recursive: true, force: true });
  const at = (share: number) => held[Math.min(held.length - 1, Math.floor(share * held.length))] ?? 0;
  return [
    figure(
      'Ingest of batches while readings are sealed and bodies grouped, against ingest alone',
      BATCHES * TIMESTAMPS * CHANNELS,
      ratios.batches,
    ),
    figure('Ingest of singles while readings are sealed and bodies grouped, against ingest alone', SINGLES, ratios.singles),
    {
      name: `The writer held by one of ${held.length} transactions that seal or group, processor time in 99 %, against what is wanted`,
      unit: 'ms',
      ours: at(0.99),
      raw: MOST_HELD,
      ratio: MOST_HELD / at(0.99),
      budget: 1,
      note: `median ${at(0.5).toFixed(1)}, longest ${at(1).toFixed(1)}`,
    },
  ];
}

interface Turn {
  plain: number;
  sealing: number;
}

function figure(name: string, readings: number, turns: Turn[]): Figure {
  const middle = turns.toSorted((a, b) => a.plain / a.sealing - b.plain / b.sealing)[Math.floor(turns.length / 2)]!;
  return {
    name,
    unit: 'readings/s',
    ours: readings / middle.sealing,
    raw: readings / middle.plain,
    ratio: middle.plain / middle.sealing,
    budget: 0.95,
  };
}

if (import.meta.main) {
  const { report } = await import('./report.ts');
  report(await sealingFigures());
}
