import type { Shift } from './shift.ts';

/** Where things stand in the signature picture: the page draws by it, and whoever reads the picture under his pointer looks by it. */
export interface Picture {
  /** Width of the shift; the names stand left of it, from `left`. */
  width: number;
  left: number;
  /** Height of a strip of activities. */
  lane: number;
  rows: {
    operator: number;
    helper: number;
    machine: number;
    machineHeight: number;
    axis: number;
    power: readonly [number, number];
    jaw: readonly [number, number];
    end: number;
  };
  x(minute: number): number;
  /** @param kw kilowatts */
  powerY(kw: number): number;
  /** @param degrees °C */
  jawY(degrees: number): number;
  /** Milliseconds since the epoch, in UTC, of a minute of the shift. */
  clockTime(minute: number): number;
}

/** Minute that the picture shows when nobody points at another. */
export const CURSOR = 266 + 2 / 3;
const START = Date.UTC(2026, 10, 19, 6);

/** @param small the phone's version stands names above the strips */
export function pictureOf({ minutes }: Pick<Shift, 'minutes'>, small: boolean): Picture {
  const width = small ? 350 : 1106;
  const rows = small
    ? ({ operator: 38, helper: 88, machine: 138, machineHeight: 16, axis: 166, power: [216, 304], jaw: [334, 392], end: 416 } as const)
    : ({ operator: 26, helper: 68, machine: 110, machineHeight: 14, axis: 138, power: [176, 304], jaw: [322, 384], end: 402 } as const);
  const [powerTop, powerBottom] = rows.power;
  const [jawTop, jawBottom] = rows.jaw;
  return {
    width,
    left: small ? 0 : -134,
    lane: small ? 26 : 36,
    rows,
    x: (minute) => Math.round((minute / minutes) * width * 10) / 10,
    powerY: (kw) => powerBottom - (kw / 9) * (powerBottom - powerTop),
    jawY: (degrees) => jawBottom - ((degrees - 20) / 160) * (jawBottom - jawTop),
    clockTime: (minute) => START + Math.round(minute * 60) * 1000,
  };
}
