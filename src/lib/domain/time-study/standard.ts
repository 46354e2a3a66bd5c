/** Times of a unit of output: cycles, standards, and how they are written in Czech and German practice. Times of one call are in one unit. */

/**
 * A cycle in which a person works while the machine runs: max(machine, Σ internal) + external (ILO, Introduction to Work Study, 4th ed. 1992, ch. 25).
 * @param internal times of elements that are done while the machine runs
 * @param external times of elements that are done while it stands
 */
export const cycleTime = (machine: number, internal: readonly number[], external: readonly number[]): number =>
  Math.max(machine, total(internal)) + total(external);

/**
 * @param standard seconds for one piece, above 0
 * @returns pieces an hour
 */
export const piecesPerHour = (standard: number): number => 3_600 / standard;

/**
 * @param standard seconds for one piece, above 0
 * @param shift hours
 * @returns whole pieces that a shift gives
 */
export const piecesPerShift = (standard: number, shift: number): number => Math.floor((shift * 3_600) / standard);

/**
 * Czech shape of a norm: tA1 work for a piece, tA3 breaks that the process needs, kC the allowance of the shift as a factor;
 * tAC = (tA1 + tA3) × kC (Lhotský: Organizace a normování práce v podniku, 2005).
 */
export const czechUnitTime = (work: number, breaks: number, shiftFactor: number): number => (work + breaks) * shiftFactor;

/** kC of a norm whose shift has `allowance` minutes that are no work: T ÷ (T − TC). */
export const shiftFactor = (shift: number, allowance: number): number => shift / (shift - allowance);

/** REFA: te = tg + ter + tv, the basic time, what is for recovery and what is for all else (REFA, Methodenlehre der Betriebsorganisation, Datenermittlung, 1997). */
export const refaUnitTime = (basic: number, recovery: number, additional: number): number => basic + recovery + additional;

/** REFA: T = tr + m × te, an order of `quantity` pieces with its set-up. Czech: T = tBC + m × tAC. */
export const orderTime = (setUp: number, quantity: number, unit: number): number => setUp + quantity * unit;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
