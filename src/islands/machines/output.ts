const HOUR_S = 3_600;
const WHOLE_FROM = 100;

/** Pieces that an ideal cycle makes in an hour: whole ones where a tenth says nothing; null without a cycle. */
export function piecesPerHour(cycleS: number | null): number | null {
  if (cycleS === null || !(cycleS > 0)) return null;
  const pieces = HOUR_S / cycleS;
  return pieces >= WHOLE_FROM ? Math.round(pieces) : Math.round(pieces * 10) / 10;
}
