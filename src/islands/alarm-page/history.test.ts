import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../lib/contract/alarms.ts';
import { historyOf } from './history.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 8, minute)).toISOString();
const alarm = (over: Partial<Alarm>) =>
  ({
    ...{ since: at(0), active_at: at(3), over_at: null, acknowledged_at: null, withdrawn_at: null, found_at: at(3) },
    ...{ late: false, latch: false },
    ...over,
  }) as Alarm;
const notice = (over: object) => ({
  ...{ id: 'n', way: 'mail' as const, recipient: 'Jana', step: 0, state: 'sent' as const, made_at: at(3), due_at: null, settled_at: at(4) },
  ...over,
});
const told = (...input: Parameters<typeof historyOf>) =>
  historyOf(...input).map(({ what, at: moment }) => [what, new Date(moment).getUTCMinutes()]);

describe('the history of an alarm', () => {
  it('is closed by the later one of its end and its acknowledgement', () => {
    expect(told(alarm({ over_at: at(9), acknowledged_at: at(5) }), [notice({})])).toEqual([
      ['began', 0],
      ['active', 3],
      ['notice', 4],
      ['acknowledged', 5],
      ['over', 9],
      ['closed', 9],
    ]);
    expect(told(alarm({ over_at: at(9), acknowledged_at: at(20) }), []).slice(2)).toEqual([
      ['over', 9],
      ['acknowledged', 20],
      ['closed', 20],
    ]);
  });

  it('says of a latched one that its values are back, not that it is over', () => {
    expect(told(alarm({ latch: true, over_at: at(9) }), []).at(-1)).toEqual(['back', 9]);
  });

  it('knows no end of one that was withdrawn, and when late data made one', () => {
    expect(told(alarm({ over_at: at(9), acknowledged_at: at(5), withdrawn_at: at(30), late: true, found_at: at(12) }), [])).toEqual([
      ['began', 0],
      ['active', 3],
      ['acknowledged', 5],
      ['over', 9],
      ['late', 12],
      ['withdrawn', 30],
    ]);
  });

  it('has a mail at the moment at which it left, one that waits at that at which it was made', () => {
    expect(told(alarm({}), [notice({ state: 'waiting', settled_at: null })]).at(-1)).toEqual(['notice', 3]);
  });
});
