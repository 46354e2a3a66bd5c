import { totalmem } from 'node:os';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';

/** Machines and containers with less memory than this run thriftily. */
const SMALL_BYTES = 2 * 2 ** 30;

/**
 * Flags of V8 that are read at each collection, so that they count though it runs already: the old generation may grow by a fifth of what
 * is alive before it is collected, and the young one stays as small as it begins. Half the memory under load, at up to a third of the speed
 * (docs/performance.md).
 */
const FLAGS = ['--heap-growing-percent=20', '--semi-space-growth-factor=1'];

/** What this process may use, in bytes: the machine's memory, or less where a container is given less. */
export function memoryOfPlace(): number {
  const given = process.constrainedMemory();
  return given > 0 ? Math.min(given, totalmem()) : totalmem();
}

/** How memory is used where nobody has said so. */
export const usualMemory = (bytes = memoryOfPlace()): 'thrifty' | 'ample' => (bytes < SMALL_BYTES ? 'thrifty' : 'ample');

/** Keeps the heap close to what is alive. To be called once, before the work begins. */
export function saveMemory(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
