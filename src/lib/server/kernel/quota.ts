import type { Clock } from './context.ts';

const MINUTE_US = 60_000_000;
const REMEMBERED = 10_000;

/**
 * Readings a minute of each organisation, as a token bucket of one minute's size in the memory of this process. A message is let in
 * while anything is left and may overdraw, so that a batch larger than the rest is never refused for ever.
 */
export class Quota {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, { level: number; at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  #bucket(organizationId: string, perMinute: number): { level: number; at: number } {
    const now = this.#clock.now();
    let bucket = this.#buckets.get(organizationId);
    if (!bucket) {
      if (this.#buckets.size >= REMEMBERED) this.#buckets.clear();
      bucket = { level: perMinute, at: now };
      this.#buckets.set(organizationId, bucket);
    }
    bucket.level = Math.min(perMinute, bucket.level + (Math.max(0, now - bucket.at) * perMinute) / MINUTE_US);
    bucket.at = now;
    return bucket;
  }

  /** Seconds to wait, 0 when a message may come in. @param perMinute null = no limit */
  wait(organizationId: string, perMinute: number | null): number {
    if (perMinute === null) return 0;
    const { level } = this.#bucket(organizationId, perMinute);
    if (level >= 1) return 0;
    return perMinute > 0 ? Math.ceil(((1 - level) * 60) / perMinute) : 3600;
  }

  charge(organizationId: string, perMinute: number | null, readings: number): void {
    if (perMinute !== null) this.#bucket(organizationId, perMinute).level -= readings;
  }
}
