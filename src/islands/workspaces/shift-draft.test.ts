import { describe, expect, it } from 'vitest';
import type { Shift } from '../../lib/contract/shift-calendars.ts';
import { crossesMidnight, netMinutes, weekMinutes } from './calendar.ts';
import { draftOf, readDraft } from './shift-draft.ts';
import { piecesOf } from './WeekPicture.tsx';

const night: Shift = {
  name: 'Noční',
  days: [7, 1],
  start: '22:00',
  end: '06:00',
  breaks: [{ name: '', start: '02:00', end: '02:30', paid: false }],
};

describe('a shift that is being written', () => {
  it('is read back as it was, its days in order', () => {
    expect(readDraft(draftOf(night), true)).toEqual({ shift: { ...night, days: [1, 7] } });
    expect(readDraft(draftOf(night), false)).toEqual({ shift: { ...night, days: [] } });
  });

  it('says what is missing', () => {
    const draft = { ...draftOf(night), name: ' ', days: [], start: null };
    expect(readDraft(draft, true)).toEqual({ faults: { name: true, days: true, start: true, end: false, breaks: [null] } });
  });

  it('refuses breaks without times, outside of it, or over each other', () => {
    const rest = (start: string | null, end: string | null) => ({ key: '', name: '', start, end, paid: false });
    const draft = {
      ...draftOf(night),
      breaks: [rest('02:00', '02:30'), rest(null, '03:00'), rest('06:00', '06:30'), rest('02:15', '03:00')],
    };
    expect(readDraft(draft, true)).toMatchObject({ faults: { breaks: [null, 'time', 'outside', 'overlap'] } });
  });
});

describe('the picture of the week', () => {
  it('shows the night before midnight on its day and after it on the next, with the break where it is', () => {
    const [evening] = piecesOf([night], 7).slice(-1);
    expect(evening).toMatchObject({ from: 1_320, to: 1_440, continued: false, rests: [] });
    expect(piecesOf([night], 1)).toMatchObject([
      { from: 0, to: 360, continued: true, rests: [{ from: 120, to: 150 }] },
      { from: 1_320, to: 1_440, continued: false },
    ]);
    expect(piecesOf([night], 3)).toEqual([]);
  });

  it('knows net time and which shifts cross midnight', () => {
    expect([netMinutes(night), weekMinutes([night])]).toEqual([450, 900]);
    expect(crossesMidnight(night)).toBe(true);
    expect(crossesMidnight({ start: '16:00', end: '00:00' })).toBe(false);
  });
});
