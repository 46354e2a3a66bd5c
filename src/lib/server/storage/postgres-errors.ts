import { AppError } from '../../contract/errors.ts';

/** Classes 08 connection, 53 resources, 57 operator intervention; serialization failure, deadlock, lock not available. */
const BUSY_STATES = /^(08|53|57|40001$|40P01$|55P03$)/;
const BUSY_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ENOENT',
]);
/** The driver's own errors carry no code. */
const BUSY_MESSAGE = /timeout|terminated|not queryable|connection error/i;

/** Turns "the storage can't take it" into `storage_busy`; leaves every other error as it is. */
export function postgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = 'code' in error && error.code !== undefined ? String(error.code) : undefined;
  const busy = code === undefined ? BUSY_MESSAGE.test(error.message) : BUSY_SYSTEM.has(code) || BUSY_STATES.test(code);
  return busy ? new AppError('storage_busy', { cause: error, retryAfter: 1 }) : error;
}

/** A statement that was ended, by its time limit or because nobody waits for it. */
export const isCanceled = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014';
