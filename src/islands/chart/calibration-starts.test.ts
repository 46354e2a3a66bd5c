import { describe, expect, it } from 'vitest';
import { ROOM, startsIn } from './calibration-starts.ts';

const HOUR = 3_600_000;
const begun = Date.UTC(2026, 10, 27);
const of = (channel_id: string, hours: number, over: { revoked_at?: string; laboratory?: string } = {}) => ({
  ...{ channel_id, from: new Date(begun + hours * HOUR).toISOString(), laboratory: 'ČMI', revoked_at: null },
  ...over,
});
const place = {
  window: { from: begun, to: begun + 10 * HOUR },
  width: 1_000,
  panes: [
    {
      channels: [
        { id: 'air', name: 'Air' },
        { id: 'core', name: 'Core' },
      ],
      bottom: 300,
    },
    { channels: [{ id: 'humidity', name: 'Humidity' }], bottom: 400 },
  ],
};

describe('startsIn', () => {
  it('puts each beginning into the pane of its channel, those of one moment together', () => {
    const found = startsIn([of('humidity', 5), of('core', 2, { laboratory: 'SMÚ' }), of('air', 2)], place);
    expect(found).toEqual([
      { at: begun + 2 * HOUR, x: 200, bottom: 300, side: 'after', names: ['Core', 'Air'], laboratories: ['SMÚ', 'ČMI'] },
      { at: begun + 5 * HOUR, x: 500, bottom: 400, side: 'after', names: ['Humidity'], laboratories: ['ČMI'] },
    ]);
  });
  it('leaves out what began outside, was taken back, or is of a channel that is hidden', () => {
    const taken = of('air', 2, { revoked_at: new Date(begun).toISOString() });
    expect(startsIn([of('air', -1), of('air', 11), taken, of('steam', 2)], place)).toEqual([]);
  });
  const hour = place.width / 10;
  const near = (ROOM - 6) / hour;
  const sides = (...hours: number[]) =>
    startsIn(
      hours.map((one) => of('air', one)),
      place,
    ).map(({ side }) => side);
  it('says its words where there is room: before the tick at the right edge, nowhere beside another one', () => {
    expect(sides(0.5, 0.5 + near, 9.9)).toEqual(['after', null, 'before']);
  });
  it('says its words before a tick that another one follows soon', () => {
    expect(sides(2, 2 + near)).toEqual(['before', 'after']);
  });
});
