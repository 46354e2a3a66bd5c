import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** The program of the thread that moves the write-ahead log into the file. Started by sqlite-checkpoints.ts. */

const db = new DatabaseSync(workerData as string, { timeout: 0 });
db.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0; pragma cache_size = -64');
// Passive: it waits for nobody, and nobody waits for it.
const checkpoint = db.prepare('pragma wal_checkpoint(passive)');

parentPort?.on('message', () => {
  checkpoint.get();
  parentPort?.postMessage('done');
});
