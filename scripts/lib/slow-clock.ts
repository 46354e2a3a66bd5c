/**
 * Loaded before a server (`--import`): its time of day begins at `STILL_AT`, milliseconds since the epoch, and goes a million times slower,
 * so that two servers on the same data show the same ages, minutes apart.
 */
const SLOWER = 1_000_000;
const RealDate = Date;
const began = RealDate.now();
const first = Number(process.env.STILL_AT);
const now = (): number => Math.floor(first + (RealDate.now() - began) / SLOWER);

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    // The types of `Date` have no such call; whatever was given is passed on.
    super(...((given.length === 0 ? [now()] : given) as [number]));
  }
  static override now(): number {
    return now();
  }
} as DateConstructor;
