import type { ImportColumn, ImportedRecording } from '../../lib/contract/imports.ts';
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
