import { expect, it } from 'vitest';
import { type Alarm, listAlarms } from '../../contract/alarms.ts';
import { listDataDays } from '../../contract/readings.ts';
import { world } from '../kernel/store-testing.ts';
import { readDataDays } from './data-days.ts';

const NOW = Date.parse('2026-10-27T10:00:00Z');

it('a calendar says how much of each day loggers measured, and on which days of the zone their channels had an alarm', async () => {
  const w = world(NOW);
  w.answer(listDataDays, ({ params }) => ({
    items: params.id === 'a' ? [{ day: '2026-10-24', hours: 24, of: 24 }] : [{ day: '2026-10-24', hours: 12, of: 24 }],
  }));
  const alarm = (channel_id: string, state: string, since: string, over_at: string | null) =>
    ({ channel_id, state, since, over_at }) as Alarm;
  w.answer(listAlarms, ({ query }) => ({
    items:
      query.datalogger_id === 'a'
        ? [
            // Half past midnight in Prague, over the day of 25 hours.
            alarm('air', 'over', '2026-10-23T22:30:00Z', '2026-10-25T22:59:00Z'),
            alarm('door', 'over', '2026-10-20T10:00:00Z', '2026-10-20T11:00:00Z'),
            alarm('air', 'withdrawn', '2026-10-19T10:00:00Z', '2026-10-19T11:00:00Z'),
            alarm('air', 'active', '2026-10-27T08:00:00Z', null),
          ]
        : [],
    next_cursor: null,
  }));
  const marks = await readDataDays(
    w.deps,
    { dataloggers: ['a', 'b'], channels: ['air'], zone: 'Europe/Prague' },
    '2026-10-01',
    '2026-10-31',
  );
  expect(marks).toEqual({
    '2026-10-24': { covered: 0.75, alarm: true },
    '2026-10-25': { covered: 0, alarm: true },
    '2026-10-27': { covered: 0, alarm: true },
  });
});
