import { createFiles, type FilesStore } from '../../lib/client/files/files.store.ts';
import { browserUpload } from '../../lib/client/files/upload-browser.ts';
import type { StoredFile } from '../../lib/contract/files.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { parseInstant } from '../../lib/domain/time/instant.ts';
import type { Stores, Work } from './work.ts';

/** One for the page, so that uploads outlive a tab. */
const stores = new WeakMap<Stores, FilesStore>();

/** Files of the measurement. */
export function filesOf({ stores: page, row }: Pick<Work, 'stores' | 'row'>): FilesStore {
  const known = stores.get(page);
  if (known) return known;
  const made = createFiles({ ...page.deps, upload: browserUpload }, { entity: 'measurements', entity_id: row.id });
  stores.set(page, made);
  return made;
}

/** When a file was taken while capturing, milliseconds since the epoch. */
export const takenAt = ({ taken_at }: StoredFile): number | null => (taken_at === null ? null : parseInstant(taken_at) / 1_000);

/** The entry that a photo shows: the one that ran when it was taken; where corrections left nothing of that, the one that its moment is in now. */
export function entryOf({ day, now, lanes }: Pick<Work, 'day' | 'now' | 'lanes'>, file: StoredFile): Entry | undefined {
  const own = file.entry_id === null ? undefined : day.entries.get(file.entry_id);
  const at = takenAt(file);
  if (own || at === null) return own;
  return day.lanes.get(lanes[0]?.id ?? '')?.find(({ from, to }) => from <= at && at < (to ?? now));
}
