import type { ImportColumn, ImportedRecording, ImportPreview } from '../../lib/contract/imports.ts';
import { MOST_RECORDED, type RecordingPurpose } from '../../lib/contract/recordings.ts';

/** A recording that somebody wants of a file's readings. */
export interface Wanted {
  name: string;
  purpose: RecordingPurpose;
  /** Keys of its channels; null = nobody chose any. */
  keys: readonly string[] | null;
}

const LONGEST_NAME = 200;

export const wantedOf = (file: string): Wanted => ({
  name: file.replace(/(?<=.)\.\w{1,5}$/, '').slice(0, LONGEST_NAME),
  purpose: 'monitoring',
  keys: null,
});

type Columns = readonly Pick<ImportColumn, 'key'>[];

/** Of a file with more channels than a recording takes somebody chooses; until he does, it has the first ones. */
export const isChosen = (columns: Columns): boolean => columns.length > MOST_RECORDED;

export function recordedKeys({ keys }: Wanted, columns: Columns): readonly string[] {
  const all = columns.map(({ key }) => key);
  if (!isChosen(columns)) return all;
  return keys === null ? all.slice(0, MOST_RECORDED) : all.filter((key) => keys.includes(key));
}

/** As the server takes it; null = something of it is missing. */
export function recordedOf(wanted: Wanted, columns: Columns): ImportedRecording | null {
  const name = wanted.name.trim();
  const keys = recordedKeys(wanted, columns);
  if (name === '' || name.length > LONGEST_NAME || keys.length === 0 || keys.length > MOST_RECORDED) return null;
  return { name, purpose: wanted.purpose, ...(isChosen(columns) ? { keys: [...keys] } : {}) };
}

/** First rows of a file that are farther apart than readings of its logger are known over, seconds. */
export interface Sparse {
  spacing_s: number;
  interval_s: number;
}

/** Expected intervals over which something is known between two readings: of a recording whose readings are farther apart nothing is covered. */
const KNOWN_OVER = 2;

/** @param interval of the logger, seconds; null = it has none, and a recording goes by the usual spacing of its readings */
export function sparseOf(rows: readonly Pick<ImportPreview['rows'][number], 'ts'>[], interval: number | null): Sparse | null {
  const times = rows.flatMap(({ ts }) => (ts === null ? [] : Date.parse(ts))).sort((a, b) => a - b);
  const spacings = times
    .slice(1)
    .map((at, index) => at - times[index]!)
    .sort((a, b) => a - b);
  const usual = spacings[spacings.length >> 1];
  if (usual === undefined || interval === null || usual <= KNOWN_OVER * interval * 1_000) return null;
  return { spacing_s: Math.round(usual / 1_000), interval_s: interval };
}
