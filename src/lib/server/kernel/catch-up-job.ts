import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps, Job } from './context.ts';

const EVERY_MS = 2_000;

/** An organisation by its id and its small number. */
export type Numbered = { id: string; no: number };

/**
 * Goes on, in each organisation, with what one transaction was too small for. Harmless in several processes as long as a part holds what it works on.
 * @param onePart does the next part; false = there was none
 */
export function catchUpJob(name: string, onePart: (deps: Deps, organization: Numbered) => Promise<boolean>): Job {
  return {
    name,
    everyMs: EVERY_MS,
    async run(deps) {
      const organizations = await deps.db.read({ directory: true }, (db) =>
        db.selectFrom('organizations').select(['id', 'no']).where('archived_at', 'is', null).execute(),
      );
      for (const organization of organizations) {
        for (let more = true; more && !deps.stopping?.(); ) {
          more = await onePart(deps, organization).catch((error: unknown) => {
            // One organisation's trouble must not keep the others waiting.
            deps.log.error({ err: error, organization: organization.id, job: name }, 'one could not be caught up with');
            return false;
          });
          // SQLite ends a write within one turn of the event loop: nobody else would get another before the last part.
          await nextTurn();
        }
      }
    },
  };
}
