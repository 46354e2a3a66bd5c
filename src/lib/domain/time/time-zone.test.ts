import { expect, it } from 'vitest';
import { isTimeZone } from './time-zone.ts';

it.each(['Europe/Prague', 'America/St_Johns', 'Asia/Kathmandu', 'Etc/GMT+5', 'UTC'])('%s is a time zone', (zone) => {
  expect(isTimeZone(zone)).toBe(true);
});

it.each(['', ' ', 'Europe/Praha', '+02:00', '-05:00', 'Mars/Base', 'Europe/Prague\0'])('“%s” is no time zone', (zone) => {
  expect(isTimeZone(zone)).toBe(false);
});
