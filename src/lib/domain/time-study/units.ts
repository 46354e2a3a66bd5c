/** Units of time in which studies are written. */
export const STUDY_UNITS = ['s', 'min', 'cmin', 'tmu'] as const;
export type StudyUnit = (typeof STUDY_UNITS)[number];

/**
 * Seconds in one unit: a centiminute is a hundredth of a minute, a TMU (time measurement unit) a hundred-thousandth of an hour
 * (Maynard, Stegemerten, Schwab: Methods-Time Measurement, 1948).
 */
export const UNIT_SECONDS: Readonly<Record<StudyUnit, number>> = { s: 1, min: 60, cmin: 0.6, tmu: 0.036 };

/** @returns the same time in another unit */
export const convertTime = (time: number, from: StudyUnit, to: StudyUnit): number => (time * UNIT_SECONDS[from]) / UNIT_SECONDS[to];
