import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedFrequencies, frequencyDiffers, frequencyNear } from './frequency.ts';

const at = (measurement_id: string, lane: string, cycle: number) => ({ measurement_id, lane, cycle });
const cycles = (measurement: string, lane: string, count: number, every = 1) =>
  Array.from({ length: Math.floor(count / every) }, (_, index) => at(measurement, lane, (index + 1) * every));

describe('how often an element comes in a cycle', () => {
  it('is counted in the cycles of its lanes, also in those measurements in which it never came', () => {
    const elements = [
      { activity_id: 'pack', name: 'Packing', readings: [...cycles('m1', 'worker', 12), ...cycles('m2', 'worker', 6)] },
      { activity_id: 'check', name: 'Check', readings: cycles('m1', 'worker', 12, 3) },
      { activity_id: 'carry', name: 'Carrying', readings: [at('m1', 'helper', 1), at('m1', 'helper', 2)] },
    ];
    expect(countedFrequencies(elements)).toEqual([
      { activity_id: 'pack', name: 'Packing', seen: 18, cycles: 18, lanes: 2 },
      { activity_id: 'check', name: 'Check', seen: 4, cycles: 18, lanes: 2 },
      { activity_id: 'carry', name: 'Carrying', seen: 2, cycles: 2, lanes: 1 },
    ]);
  });

  it('is not told where nobody marked cycles, and such measurements count with nothing', () => {
    const unmarked = { activity_id: 'pack', name: 'Packing', readings: [at('m1', 'worker', 1), at('m1', 'worker', 1)] };
    expect(countedFrequencies([unmarked])).toEqual([]);
    const both = { ...unmarked, readings: [...unmarked.readings, ...cycles('m2', 'worker', 5)] };
    expect(countedFrequencies([both])).toMatchObject([{ seen: 5, cycles: 5, lanes: 1 }]);
  });

  it('may differ by a cycle at the edge of each lane and a tenth, or by what chance does to what comes seldom', () => {
    const once = { occurrences: 1, cycles: 1 };
    const differs = (seen: number, of: number, frequency = once, lanes = 1) => frequencyDiffers({ seen, cycles: of, lanes }, frequency);
    expect([differs(12, 12), differs(11, 12), differs(10, 12), differs(14, 12)]).toEqual([false, false, true, true]);
    expect([differs(45, 50), differs(44, 50), differs(56, 50)]).toEqual([false, true, true]);
    expect([differs(22, 24, once, 2), differs(20, 24, once, 4)]).toEqual([false, false]);
    // Twice in each cycle, as where somebody switched away in the middle.
    expect(differs(24, 12)).toBe(true);
    const seldom = { occurrences: 1, cycles: 20 };
    // Two are expected in forty cycles: 2 ± 2.8.
    expect([differs(0, 40, seldom), differs(4, 40, seldom), differs(5, 40, seldom)]).toEqual([false, false, true]);
  });

  it('is proposed as the simplest fraction that gives what was seen', () => {
    expect(frequencyNear({ seen: 4, cycles: 12 })).toEqual({ occurrences: 1, cycles: 3 });
    expect(frequencyNear({ seen: 20, cycles: 12 })).toEqual({ occurrences: 5, cycles: 3 });
    expect(frequencyNear({ seen: 24, cycles: 12 })).toEqual({ occurrences: 2, cycles: 1 });
    expect(frequencyNear({ seen: 5, cycles: 100 })).toEqual({ occurrences: 1, cycles: 20 });
    expect(frequencyNear({ seen: 7, cycles: 24 })).toEqual({ occurrences: 2, cycles: 7 });
    expect(frequencyNear({ seen: 1, cycles: 600 })).toEqual({ occurrences: 1, cycles: 600 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 1_000 }), (seen, of) => {
        expect(frequencyDiffers({ seen, cycles: of, lanes: 1 }, frequencyNear({ seen, cycles: of }))).toBe(false);
      }),
    );
  });
});
