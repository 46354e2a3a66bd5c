import { meanOf } from './statistics.ts';

/**
 * Performance ratings, and the times that they level. A factor is 1 at the normal pace: observed time × factor = normal time. Times are in any
 * unit, the result is in the same.
 */

/** The rating at which somebody works at the normal pace, on each scale of numbers. */
export const NORMAL_RATING = {
  /** British Standard 3138: 100 is the standard performance, and what is normal here. */
  bsi: 100,
  /** Bedaux and others: 60 is the normal pace, 80 an incentive pace. */
  '60/80': 60,
} as const;

/**
 * @param rating on a scale of numbers
 * @param normal the rating of the normal pace on that scale, 100 on 0–100 (BSI), 60 on 60/80
 * @returns how many times the normal pace, e.g. 1.1
 */
export const ratingFactor = (rating: number, normal: number = NORMAL_RATING.bsi): number => rating / normal;

/**
 * Westinghouse levelling (Lowry, Maynard, Stegemerten: Time and Motion Study, 1940): 1 + skill + effort + conditions + consistency.
 * @param skill, effort, conditions, consistency from its tables, e.g. 0.06 or −0.04
 */
export const westinghouseFactor = (skill: number, effort: number, conditions: number, consistency: number): number =>
  1 + skill + effort + conditions + consistency;

/**
 * Normal time of one reading: OT × R ÷ 100 (ILO, Introduction to Work Study, 4th ed. 1992, ch. 24: "basic time").
 * @param rating 0–100 scale, 100 = normal
 */
export const normalTime = (observed: number, rating: number): number => observed * ratingFactor(rating);

/**
 * Normal time of an element for one unit: mean(OT × R ÷ 100) × a ÷ b.
 * @param observed times of its readings
 * @param ratings one for each reading, 0–100 scale
 * @param occurrences a: how often the element comes …
 * @param cycles b: … in so many cycles (units); 1/20 = once in twenty
 * @returns NaN without readings
 */
export const elementNormalTime = (observed: readonly number[], ratings: readonly number[], occurrences = 1, cycles = 1): number =>
  (meanOf(observed.map((time, at) => normalTime(time, ratings[at]!))) * occurrences) / cycles;

/**
 * The rating of an element whose readings were rated each, weighted by their times: Σ(OT × R) ÷ Σ OT.
 * @returns on the scale of `ratings`; NaN without readings
 */
export const meanRating = (observed: readonly number[], ratings: readonly number[]): number => {
  const total = observed.reduce((sum, time) => sum + time, 0);
  return observed.reduce((sum, time, at) => sum + time * ratings[at]!, 0) / total;
};
