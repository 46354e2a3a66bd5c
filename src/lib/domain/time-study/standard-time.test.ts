import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowanceOfPoints, standardTimeOfJob, standardTimeOfWorkday, workdayAsJobAllowance } from './allowances.ts';
import {
  reachedPrecision,
  readingsByIlo,
  readingsForError,
  readingsForShare,
  requiredReadings,
  variationCoefficient,
} from './precision.ts';
import { elementNormalTime, meanRating, NORMAL_RATING, normalTime, ratingFactor, westinghouseFactor } from './rating.ts';
import { cycleTime, czechUnitTime, orderTime, piecesPerHour, piecesPerShift, refaUnitTime, shiftFactor } from './standard.ts';
import { meanOf, quantileOf, statisticsOf, tukeyFences } from './statistics.ts';
import { studentQuantile } from './student.ts';
import { convertTime, STUDY_UNITS } from './units.ts';

describe('normal time', () => {
  it('is the observed time levelled by the rating, whoever works how fast', () => {
    expect(normalTime(2.4, 110)).toBeCloseTo(2.64, 12);
    // The identity of the ILO's book: 0.20 at 100, 0.16 at 125 and 0.25 at 80 are the same work.
    for (const [observed, rating] of [
      [0.2, 100],
      [0.16, 125],
      [0.25, 80],
    ] as const)
      expect(normalTime(observed, rating)).toBeCloseTo(0.2, 12);
  });

  it('of an element is the mean of its levelled readings, as often as it comes', () => {
    expect(elementNormalTime([10, 12], [110, 90])).toBeCloseTo(10.9, 12);
    expect(elementNormalTime([37.368], [100], 1, 20)).toBeCloseTo(1.8684, 12);
    expect(elementNormalTime([3], [100], 2)).toBe(6);
    expect(elementNormalTime([], [])).toBeNaN();
  });

  it('knows the scales of ratings', () => {
    expect(ratingFactor(80, NORMAL_RATING['60/80'])).toBeCloseTo(4 / 3, 12);
    expect(ratingFactor(95)).toBe(0.95);
    expect(westinghouseFactor(0.11, 0.05, 0.02, 0.01)).toBeCloseTo(1.19, 12);
    expect(meanRating([10, 30], [100, 80])).toBe(85);
  });
});

describe('standard time', () => {
  it('adds allowances to the work, or takes them from the day', () => {
    expect(standardTimeOfJob(normalTime(2.4, 110), 0.12)).toBeCloseTo(2.9568, 10);
    expect(standardTimeOfWorkday(18.75 * 0.96, 0.15)).toBeCloseTo(21.1765, 4);
    const elements = [
      [4.8, 80],
      [9.2, 70],
      [6.6, 120],
    ] as const;
    const normal = elements.reduce((sum, [time, rating]) => sum + normalTime(time, rating), 0);
    expect(normal).toBeCloseTo(18.2, 10);
    expect(standardTimeOfJob(normal, 0.14)).toBeCloseTo(20.748, 10);
    expect(() => standardTimeOfWorkday(1, 1)).toThrow(RangeError);
  });

  it('is the same by either way for the same allowance', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e4, noNaN: true }), fc.double({ min: 0, max: 0.9, noNaN: true }), (normal, share) => {
        const [day, job] = [standardTimeOfWorkday(normal, share), standardTimeOfJob(normal, workdayAsJobAllowance(share))];
        expect(Math.abs(day - job)).toBeLessThan(1e-9 * day);
      }),
    );
  });

  it('takes fatigue by points from the table', () => {
    expect([0, 12, 14, 18, 22, 34, 40, 149].map(allowanceOfPoints)).toEqual([10, 11, 11, 12, 13, 17, 19, 130]);
    for (let points = 1; points < 150; points++) expect(allowanceOfPoints(points)).toBeGreaterThanOrEqual(allowanceOfPoints(points - 1));
    for (const wrong of [-1, 150, 2.5, Number.NaN]) expect(() => allowanceOfPoints(wrong)).toThrow(RangeError);
  });

  it('holds what is done while the machine runs within the time of the machine', () => {
    expect(cycleTime(9.6, [6.2], [17.4, 7.9])).toBeCloseTo(34.9, 12);
    expect(cycleTime(9.6, [6.2, 5], [])).toBeCloseTo(11.2, 12);
  });

  it('gives pieces an hour and a shift, and the shapes of Czech and German norms', () => {
    const standard = refaUnitTime(49.16, 3.698, 3.441);
    expect(standard).toBeCloseTo(56.299, 10);
    expect(piecesPerHour(standard)).toBeCloseTo(63.94, 2);
    expect(piecesPerShift(standard, 7.5)).toBe(479);
    expect(czechUnitTime(45.775, 3.385, standard / 49.16)).toBeCloseTo(standard, 10);
    expect(shiftFactor(480, 30)).toBeCloseTo(1.0667, 4);
    expect(Math.round(orderTime(17.248 * 60, 240, standard))).toBe(4 * 3_600 + 2 * 60 + 27);
  });
});

describe('how many readings', () => {
  const study = [
    [23, 20, 21, 19, 22, 19, 21, 23, 20, 23],
    [13, 14, 16, 15, 15, 13, 16, 17, 16, 17],
    [16, 21, 18, 17, 18, 19, 17, 18, 19, 20],
    [10, 10, 9, 10, 9, 12, 9, 11, 10, 9],
    [12, 11, 10, 13, 12, 11, 13, 12, 11, 13],
  ];

  it('are needed for a mean within one hundredth', () => {
    expect(study.reduce((sum, values) => sum + meanOf(values), 0)).toBeCloseTo(76.3, 10);
    const deviations = study.map((values) => statisticsOf(values)!.deviation);
    expect(deviations.map((one) => one.toFixed(4))).toEqual(['1.5951', '1.4757', '1.4944', '0.9944', '1.0328']);
    expect(deviations.map((one) => requiredReadings(readingsForError(one, 1)))).toEqual([10, 9, 9, 4, 5]);
  });

  it('are needed for a share of the mean', () => {
    const { mean, deviation } = statisticsOf([3.5, 3.2, 4.1, 3.6, 3.9])!;
    expect(readingsForShare(mean, deviation, 0.05)).toBeCloseTo(14.11, 2);
    expect(requiredReadings(readingsForShare(mean, deviation, 0.05))).toBe(15);
    expect(requiredReadings(4)).toBe(4);
    expect(requiredReadings(0)).toBe(1);
  });

  it('are needed by the form of the ILO, which is that of the deviation of all', () => {
    const values = [7, 6, 7, 7, 6];
    expect(requiredReadings(readingsByIlo(values))).toBe(9);
    const { n, mean, deviation } = statisticsOf(values)!;
    expect(readingsByIlo(values)).toBeCloseTo((readingsForShare(mean, deviation, 0.05, 2) * (n - 1)) / n, 8);
    expect(readingsByIlo(values, 20)).toBeCloseTo(readingsByIlo(values) / 4, 8);
  });

  it('tell how exact a mean is', () => {
    expect(reachedPrecision(23, 17.769, 1.408) * 100).toBeCloseTo(3.43, 2);
    expect(reachedPrecision(2, 39.335, 0.757) * 100).toBeCloseTo(17.3, 1);
    expect(reachedPrecision(1, 5, 0)).toBeNaN();
    expect(variationCoefficient(17.769, 1.408) * 100).toBeCloseTo(7.9, 1);
  });

  it.each([
    [1, 12.7062],
    [2, 4.3027],
    [3, 3.1824],
    [4, 2.7764],
    [9, 2.2622],
    [10, 2.2281],
    [22, 2.0739],
    [30, 2.0423],
    [120, 1.9799],
    [100_001, 1.96],
  ])('take t of Student for %i degrees of freedom from the table', (freedom, t) => {
    expect(studentQuantile(0.975, freedom)).toBeCloseTo(t, 4);
  });
});

describe('outliers and units', () => {
  it('lie beyond the fences of Tukey', () => {
    const values = [6.96, 6.97, 7.95, 7.77, 7.52, 6.79, 7.94, 6.45, 7.53, 7.55, 10.18, 6.61, 7.25, 6.62, 6.6, 7.38];
    expect(tukeyFences(values).high).toBeCloseTo(8.89, 2);
    expect(quantileOf([1, 2, 3, 4], 0.25)).toBe(1.75);
    expect(quantileOf([5], 0.75)).toBe(5);
  });

  it('are the same time in every unit', () => {
    expect(convertTime(36, 's', 'tmu')).toBeCloseTo(1_000, 9);
    expect(convertTime(1, 'min', 'cmin')).toBeCloseTo(100, 9);
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        fc.constantFrom(...STUDY_UNITS),
        fc.constantFrom(...STUDY_UNITS),
        (time, a, b) => {
          expect(convertTime(convertTime(time, a, b), b, a)).toBeCloseTo(time, 6);
        },
      ),
    );
  });
});
