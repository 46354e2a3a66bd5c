import { setImmediate as nextTurn } from 'node:timers/promises';
import { FILES_UNDO_DAYS } from '../../constants.ts';
import type { Deps } from '../kernel/context.ts';
import { filesRepo } from './files.repo.ts';
import { spaces, sweep, USERS } from './store.ts';

const ORGANIZATION = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const UNDO_US = FILES_UNDO_DAYS * 86_400e6;
/** Rows of one transaction, so that nobody who writes waits long. */
const SLICE = 500;

/** Deletes files that were taken away too long ago to be brought back, and then the bytes that nothing refers to any more. */
export async function forgetFiles(deps: Deps): Promise<void> {
  const organizations = await deps.db.read({ directory: true }, (db) => db.selectFrom('organizations').select('id').execute());
  for (const { id } of organizations) {
    let all = 0;
    for (let deleted = SLICE; deleted >= SLICE && !deps.stopping?.(); all += deleted) {
      deleted = await deps.db.write(id, (db) => filesRepo({ db, organization_id: id }).purge(deps.clock.now() - UNDO_US, SLICE));
      await nextTurn();
    }
    if (all > 0) deps.log.info({ organization_id: id, deleted: all }, 'removed files deleted');
  }
  if (!deps.stopping?.()) await sweepFiles(deps);
}

/**
 * Deletes stored bytes that no row refers to any more. An organisation that isn't in this database keeps all of its own: its folder may
 * have come before its rows, as when a backup is put back.
 */
export async function sweepFiles(deps: Deps): Promise<void> {
  for (const space of await spaces(deps)) {
    const own = space === USERS;
    if (!own && !ORGANIZATION.test(space)) continue;
    const deleted = await sweep(deps, space, async (hashes) => {
      const found = own
        ? await pictured(deps, hashes)
        : await deps.db.read(space, (db) => filesRepo({ db, organization_id: space }).referenced(hashes));
      return found ?? new Set(hashes);
    });
    if (deleted > 0) deps.log.info({ space, deleted }, 'files without a row deleted');
  }
}

async function pictured(deps: Deps, hashes: string[]): Promise<Set<string>> {
  const rows = await deps.db.read(null, (db) => db.selectFrom('users').select('avatar_hash').where('avatar_hash', 'in', hashes).execute());
  return new Set(rows.flatMap(({ avatar_hash }) => avatar_hash ?? []));
}
