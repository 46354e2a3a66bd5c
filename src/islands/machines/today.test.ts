import { describe, expect, it } from 'vitest';
import type { MachineWork, Measurement, WorkEntry } from '../../lib/contract/measurements.ts';
import { facesOf, rowsOf, sumsOf } from './today.ts';

const HOUR = 3_600_000;
const MIDNIGHT = Date.parse('2026-10-24T22:00:00Z');
const moment = (hours: number) => new Date(MIDNIGHT + hours * HOUR).toISOString();
const entry = (lane: string, from: number, to: number | null, over: Partial<WorkEntry> = {}): WorkEntry => ({
  id: `${lane}${from}`,
  lane,
  kind: 'state',
  activity_id: 'packing',
  from: moment(from),
  to: to === null ? null : moment(to),
  name: 'Packing',
  color: 1,
  loss: false,
  ...over,
});
const lane = (id: string) => ({ id, name: id, kind: 'worker' as const, worker: null, worker_name: null });
const measured = (id: string, screen_version: number, entries: WorkEntry[]): MachineWork['today'][number] => ({
  measurement: { id, name: id, screen_version, lanes: [lane('first'), lane('second'), lane('idle')] } as unknown as Measurement,
  entries,
});
const day = { from: MIDNIGHT, to: MIDNIGHT + 25 * HOUR };

describe('today on a machine', () => {
  it('has a strip for each lane on which something happened, also one that the screen has no more', () => {
    const rows = rowsOf({ today: [measured('m1', 1, [entry('second', 1, 2), entry('gone', 1, 2), entry('first', 0, 2)])] });
    expect(rows.map(({ key }) => key)).toEqual(['m1 first', 'm1 second', 'm1 gone']);
  });

  it('sums what lies within the day over all strips, with what runs until now; a day of 25 hours has all of them', () => {
    const rows = rowsOf({
      today: [
        measured('m1', 1, [entry('first', -3, 2), entry('first', 2, 3, { kind: 'pause', activity_id: null })]),
        measured('m2', 1, [entry('second', 20, null)]),
      ],
    });
    expect(sumsOf(rows, day, MIDNIGHT + 24.5 * HOUR).map(({ activity, kind, ms }) => [activity ?? kind, ms / HOUR])).toEqual([
      ['packing', 6.5],
      ['pause', 1],
    ]);
  });

  it('calls an activity as the newest version of a screen does', () => {
    const faces = facesOf({
      today: [measured('m2', 2, [entry('first', 1, 2, { name: 'Packing boxes' })]), measured('m1', 1, [entry('first', 0, 1)])],
    });
    expect(faces.get('packing')?.name).toBe('Packing boxes');
  });
});
