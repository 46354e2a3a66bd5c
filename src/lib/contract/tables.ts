/** How tables as text are written, and how their times are told: shared by the contract and what reads them. */

export const SEPARATORS = [';', ',', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const DECIMALS = [',', '.'] as const;
export type Decimal = (typeof DECIMALS)[number];

/** iso: year first; dmy: day first; mdy: month first; the others count from 1970. */
export const TIME_FORMATS = ['iso', 'dmy', 'mdy', 'epoch_s', 'epoch_ms'] as const;
export type TimeFormat = (typeof TIME_FORMATS)[number];
/**
 * What becomes of a local time at a change of the clock: taken with the offset before or after it, left out, or (of one that comes twice) told by
 * the order of the rows.
 */
export const TWICE = ['in_order', 'before', 'after', 'skip'] as const;
export type Twice = (typeof TWICE)[number];
export const SKIPPED = ['before', 'after', 'skip'] as const;
export type Skipped = (typeof SKIPPED)[number];
