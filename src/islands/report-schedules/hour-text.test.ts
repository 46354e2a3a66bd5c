import { expect, it } from 'vitest';
import { formatter } from '../../lib/i18n/format.ts';
import { hourText } from './hour-text.ts';

it('the hour of a report is that of the clock, wherever it hangs', () => {
  for (const zone of ['Europe/Prague', 'America/New_York', 'Asia/Kathmandu', 'UTC'])
    expect([hourText(formatter('cs', zone), zone, 6), hourText(formatter('en', zone), zone, 0)], zone).toEqual(['6.00', '00:00']);
});
