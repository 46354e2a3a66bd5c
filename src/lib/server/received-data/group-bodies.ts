import { addingUp, besideOthers, type Rest } from '../kernel/beside.ts';
import type { Deps, Job } from '../kernel/context.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { closeGroup, type GroupSizes, groupedTo, nextToGroup, putGroup } from '../storage/messages/body-grouping.ts';

const HOUR_MS = 3_600_000;
/** Messages are looked at most on the day on which they came. */
const REST_US = 86_400e6;

/**
 * Packs bodies of older messages together, logger after logger: what each message repeats of the one before it takes next to nothing then. The
 * bytes are made beside the writer and compared with what they are made of. Processes that share a database may do it at the same time: whoever
 * comes second finds the messages in a group.
 */
export function groupBodiesJob({
  pause = besideOthers,
  restUs = REST_US,
  sizes,
}: {
  /** Between groups, and between looks that found none. */
  pause?: Rest;
  restUs?: number;
  sizes?: GroupSizes;
} = {}): Job {
  return {
    name: 'received_data.group',
    everyMs: HOUR_MS,
    async run(deps) {
      const before = deps.clock.now() - restUs;
      const rest = addingUp(pause);
      const organizations = await deps.db.read({ directory: true }, (db) =>
        db.selectFrom('organizations').select(['id', 'no']).orderBy('no').execute(),
      );
      for (const organization of organizations) {
        const loggers = await deps.db.read(organization.id, (db) =>
          tenantDb({ db, organization_id: organization.id }).selectFrom('dataloggers').select('no').orderBy('no').execute(),
        );
        let grouped = 0;
        for (const { no } of loggers) {
          if (deps.stopping?.()) return;
          try {
            grouped += await groupLogger(deps, organization, no, { before, sizes, rest });
          } catch (error) {
            // They stay in their rows; those of other loggers are not to wait for them.
            deps.log.error({ organization_id: organization.id, datalogger_no: no, err: error }, 'bodies could not be grouped');
          }
        }
        if (grouped > 0) deps.log.info({ organization_id: organization.id, grouped }, 'bodies grouped');
      }
    },
  };
}

async function groupLogger(
  { db, stopping }: Deps,
  { id, no }: { id: string; no: number },
  dataloggerNo: number,
  { before, sizes, rest }: { before: number; sizes: GroupSizes | undefined; rest: Rest },
): Promise<number> {
  const place = { organization_no: no, dataloggerNo };
  let grouped = 0;
  let from: number | null = null;
  for (let isMore = true; isMore && !stopping?.(); ) {
    const begun = performance.now();
    from ??= await db.read(id, (reader) => groupedTo(reader, place));
    const since: number = from;
    const next = await db.read(id, (reader) => nextToGroup(reader, place, { from: since, before, sizes }));
    isMore = next !== null;
    if (next !== null) {
      const group = await closeGroup(next.rows);
      // What can't be unpacked isn't tried again in this run.
      if (group === null) from = next.from + 1;
      else if (await putGroup((work) => db.write(id, work), place, group)) {
        grouped += 1;
        from = next.from;
      }
      // Else somebody was quicker, or deleted some of them: what is there is looked at again.
    }
    await rest(performance.now() - begun, stopping);
  }
  return grouped;
}
