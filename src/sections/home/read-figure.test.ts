import { describe, expect, it } from 'vitest';
import { formatter } from '../../lib/i18n/format.ts';
import { contentOf } from '../content.ts';
import { CURSOR, pictureOf } from './picture.ts';
import { minuteAt, readingAt } from './read-figure.ts';

describe('reading the figure of the home page', () => {
  const { data } = contentOf('/', 'en', 'https://log.example');
  // What travels is the page's payload.
  const sent = JSON.parse(JSON.stringify(data)) as typeof data;
  const format = formatter('en', 'UTC');

  it('says what both people did and what the machine measured at that minute, in the words of the page', () => {
    const { time, power, jaw, text } = readingAt(sent, 245, format);
    expect(time).toBe('10:05:00');
    expect(power).toBeLessThan(0.6);
    expect(jaw).toBeGreaterThan(20);
    expect(text).toMatch(/^10:05:00, .+: Failure, .+: Waiting, .+kW, .+°C$/);
    expect(text).not.toMatch(/undefined|NaN/);
  });
  it('has something to say at every minute, the last one included', () => {
    for (let minute = 0; minute <= data.shift.minutes; minute++) expect(readingAt(sent, minute, format).text).not.toMatch(/undefined|NaN/);
  });
  it('shows at first the moment that the page was drawn with', () => {
    expect(readingAt(sent, CURSOR, format).time).toBe('10:26:40');
  });
});

describe('the minute under the pointer', () => {
  const minutes = 480;
  it('is read across the whole width of the phone’s picture', () => {
    const small = pictureOf({ minutes }, true);
    expect([0, 87.5, 175, 350].map((x) => minuteAt(small, minutes, x, 350))).toEqual([0, 120, 240, 479]);
  });
  it('starts right of the names in the large one, whatever its size on the screen', () => {
    const large = pictureOf({ minutes }, false);
    const half = (x: number) => minuteAt(large, minutes, x / 2, 620);
    expect([half(0), half(134), half(134 + 553), half(1240), half(2000)]).toEqual([0, 0, 240, 479, 479]);
  });
});
