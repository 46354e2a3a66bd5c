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

/** Places with which a standard is written in each unit, so that no step is longer than four thousandths of a second. */
export const UNIT_PLACES: Readonly<Record<StudyUnit, number>> = { s: 3, min: 5, cmin: 3, tmu: 1 };

/** Seconds of the last place. */
export const unitStep = (unit: StudyUnit): number => UNIT_SECONDS[unit] / 10 ** UNIT_PLACES[unit];
