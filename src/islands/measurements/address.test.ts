import { describe, expect, it } from 'vitest';
import { type DayAddress, readDayAddress, signalNames, writeDayAddress } from './address.ts';

const window = { from: Date.parse('2026-11-19T06:00:00Z'), to: Date.parse('2026-11-19T07:30:00.250Z') };
const selection = { from: Date.parse('2026-11-19T06:10:00Z'), to: Date.parse('2026-11-19T06:12:00Z') };
const NOTHING: DayAddress = { window: null, selection: null, lane: null, signals: null };

function query(address: DayAddress): URLSearchParams {
  const said = Object.entries(writeDayAddress(address)).filter((entry): entry is [string, string] => entry[1] !== null);
  return new URLSearchParams(said);
}

describe('the address of a measurement', () => {
  it('keeps the shown time, the selection, the lane and the signals, also those with blanks and letters of any language', () => {
    const address = { window, selection, lane: 'helper', signals: ['Svařovací čelist', 'a/b', 'P'] };
    expect(readDayAddress(new URLSearchParams(query(address).toString()))).toEqual(address);
  });
  it('says nothing of the whole measurement', () => {
    expect(query(NOTHING).size).toBe(0);
    expect(readDayAddress(new URLSearchParams())).toEqual(NOTHING);
  });
  it('tells no signal at all from those that are usual', () => {
    expect(readDayAddress(query({ ...NOTHING, signals: [] })).signals).toEqual([]);
  });
  it('leaves out what can not be', () => {
    expect(readDayAddress(new URLSearchParams('from=yesterday&to=2026-11-19T06:00:00Z&sel=a/b&signals=%25'))).toEqual({
      ...NOTHING,
      signals: ['%'],
    });
  });
  it('calls a signal by its key, and by its id where two loggers have the same', () => {
    const names = signalNames([
      { id: '1', key: 'power' },
      { id: '2', key: 'air' },
      { id: '3', key: 'air' },
      { id: '4', key: '-' },
    ]);
    expect([...names.values()]).toEqual(['power', '2', '3', '4']);
  });
});
