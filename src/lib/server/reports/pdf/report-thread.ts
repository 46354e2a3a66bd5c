import { parentPort } from 'node:worker_threads';
import { writePdf } from './write-pdf.ts';

/** The thread in which PDF are laid out: one report at a time. */
parentPort!.on('message', async ({ id, document }) => {
  try {
    const bytes = await writePdf(document);
    const copy = new Uint8Array(bytes);
    parentPort!.postMessage({ id, bytes: copy }, [copy.buffer]);
  } catch (error) {
    parentPort!.postMessage({ id, failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
});
