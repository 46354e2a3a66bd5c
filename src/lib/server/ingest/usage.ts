import type { Deps } from '../kernel/context.ts';
import { DAY_US, dayOf } from '../storage/readings/reading-store-slices.ts';
import type { SendingLogger } from './sending-loggers.ts';
import { usageRepo } from './usage.repo.ts';

const MB = 1_000_000;
/** Bytes that other processes took in may go unnoticed this long, microseconds. */
const TRUST_US = 30_000_000;
const REMEMBERED = 10_000;
/** The longest Retry-After, seconds: the limit may be raised meanwhile. */
const LONGEST_WAIT_S = 3_600;

interface Day {
  readonly day: number;
  readonly loadedAt: number;
  bytes: number;
  readonly loggers: Map<string, number>;
}

/** Whose usage is asked for. */
type Sender = Pick<SendingLogger, 'organization' | 'organizationMbPerDay' | 'mbPerDay' | 'dataloggerId'>;

/** Megabytes a day that an organisation may take in: its own choice within the bound of the installation; null = no limit. */
export function allowedMb(own: number | null, bound: number | null): number | null {
  if (own === null || bound === null) return own ?? bound;
  return Math.min(own, bound);
}

/**
 * What organisations and loggers made the database grow by today (UTC), bodies, readings and what goes with them. The sums are the
 * loggers' own, written with each commit; here they are remembered for the hot path. A message is let in while anything is left and may
 * overdraw, so that one larger than the rest is never refused for ever.
 */
export class Usage {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'config'>;
  readonly #days = new Map<string, Day>();
  readonly #loading = new Map<string, Promise<Day>>();

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'config'>) {
    this.#deps = deps;
  }

  /** Seconds to wait, 0 when a message may come in. */
  wait(logger: Sender): number | Promise<number> {
    const limit = allowedMb(logger.organizationMbPerDay, this.#deps.config.ingestMbPerDay);
    if (limit === null && logger.mbPerDay === null) return 0;
    const day = this.#of(logger.organization.id);
    return day instanceof Promise ? day.then((loaded) => this.#left(logger, limit, loaded)) : this.#left(logger, limit, day);
  }

  #left(logger: Sender, limit: number | null, day: Day): number {
    const spent =
      (limit !== null && day.bytes >= limit * MB) ||
      (logger.mbPerDay !== null && (day.loggers.get(logger.dataloggerId) ?? 0) >= logger.mbPerDay * MB);
    if (!spent) return 0;
    return Math.min(LONGEST_WAIT_S, Math.ceil(((day.day + 1) * DAY_US - this.#deps.clock.now()) / 1e6));
  }

  /** Counts bytes before they are stored, and again (by less than nothing, too) when it is known how many they were. */
  charge(logger: SendingLogger, bytes: number): void {
    const day = this.#days.get(logger.organization.id);
    if (day === undefined) return;
    day.bytes += bytes;
    day.loggers.set(logger.dataloggerId, (day.loggers.get(logger.dataloggerId) ?? 0) + bytes);
  }

  #of(organizationId: string): Day | Promise<Day> {
    const known = this.#days.get(organizationId);
    const now = this.#deps.clock.now();
    if (known !== undefined && known.day === dayOf(now) && now - known.loadedAt < TRUST_US) return known;
    let loading = this.#loading.get(organizationId);
    if (loading === undefined) {
      loading = this.#load(organizationId, now).finally(() => this.#loading.delete(organizationId));
      this.#loading.set(organizationId, loading);
    }
    return loading;
  }

  async #load(organizationId: string, now: number): Promise<Day> {
    const rows = await this.#deps.db.read(organizationId, (db) => usageRepo({ db, organization_id: organizationId }).ofLoggers(dayOf(now)));
    const loggers = new Map(rows.map(({ id, used_bytes }) => [id, used_bytes]));
    const day = { day: dayOf(now), loadedAt: now, bytes: rows.reduce((sum, row) => sum + row.used_bytes, 0), loggers };
    if (this.#days.size >= REMEMBERED) this.#days.clear();
    this.#days.set(organizationId, day);
    return day;
  }
}
