import { type Ctx, mutate } from '../kernel/context.ts';
import { actorId } from '../kernel/rows.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { peopleRepo } from './people.repo.ts';

const DAY_US = 86_400e6;

/**
 * Whoever sees an organisation only because he sees all of them leaves one row a day (UTC) in its trail, also when he changes nothing.
 * Who was written down today is remembered, so that the storage is asked once a day and person.
 */
export class Visits {
  #day = -1;
  readonly #noted = new Set<string>();

  /** Writes the visit of this day down unless it is; what goes wrong with it never becomes the visitor's, and is tried again with his next request. */
  async note(ctx: Ctx): Promise<void> {
    const day = Math.floor(ctx.clock.now() / DAY_US);
    if (day !== this.#day) {
      this.#day = day;
      this.#noted.clear();
    }
    const visit = `${ctx.organization.id} ${actorId(ctx.actor)}`;
    if (this.#noted.has(visit)) return;
    this.#noted.add(visit);
    try {
      await write(ctx, day * DAY_US);
    } catch (error) {
      this.#noted.delete(visit);
      ctx.log.warn({ err: error }, 'a visit of an organisation could not be written into its trail');
    }
  }
}

/** Another process, or this one before it was started anew, may have written it. */
function write(ctx: Ctx, since: number): Promise<void> {
  const { id } = ctx.organization;
  return mutate(
    ctx,
    'organizations.visit',
    async (tx) => {
      tx.allow(null);
      const first = await tenantDb({ db: tx.db, organization_id: id })
        .selectFrom('audit_events')
        .select('id')
        .where('verb', '=', 'organizations.visit')
        .where('at', '>=', since)
        .where('actor_id', '=', actorId(ctx.actor))
        .executeTakeFirst();
      if (first) tx.unchanged();
      else tx.audit(id, {});
    },
    // Those who come at once through several processes wait for each other.
    (db) => peopleRepo({ db, organization_id: id, dialect: ctx.db.dialect }).lock(),
  );
}
