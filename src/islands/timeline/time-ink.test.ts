import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inkClass } from '../measurements/Swatch.tsx';
import { timeInk } from './time-ink.ts';

const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8];

describe('the colour of an activity', () => {
  it('is the one that it has, striped where it is a loss; a pause is grey, time of nobody empty and striped', () => {
    for (const colour of COLOURS) {
      expect(timeInk({ colour, loss: false, kind: 'state' })).toEqual({
        ground: `--cat-${colour}`,
        on: `--cat-${colour}-on`,
        stripes: null,
      });
      expect(timeInk({ colour, loss: true, kind: 'state' }).stripes?.colour).toBe('--surface');
    }
    expect(timeInk({ colour: null, loss: false, kind: 'pause' })).toMatchObject({ ground: '--line-2', stripes: null });
    expect(timeInk({ colour: null, loss: false, kind: 'unassigned' })).toMatchObject({
      ground: '--surface',
      stripes: { colour: '--gap-ink' },
    });
  });

  it('is the same in a swatch as in a lane', () => {
    for (const colour of COLOURS)
      for (const loss of [false, true]) {
        const { ground, on, stripes } = timeInk({ colour, loss, kind: 'state' });
        const wanted = [`bg-${ground.slice(2)}`, `text-${on.slice(2)}`, ...(stripes ? ['tm-loss'] : [])];
        expect(inkClass({ colour, loss, kind: 'state' }).split(' ')).toEqual(wanted);
      }
    expect(inkClass({ colour: null, loss: false, kind: 'pause' })).toBe(
      `bg-${timeInk({ colour: null, loss: false, kind: 'pause' }).ground.slice(2)}`,
    );
    expect(inkClass({ colour: null, loss: false, kind: 'unassigned' })).toBe('tm-unassigned');
  });

  it('is chosen in one place: whatever else inks by a number says here what the number is of', () => {
    const of: Record<string, 'activity' | 'channel' | 'shift'> = {
      'machines/Today.tsx': 'activity',
      'measurements/day-files.ts': 'activity',
      'measurements/ElementsTab.tsx': 'activity',
      'measurements/ReadingsCourse.tsx': 'activity',
      'measurements/Losses.tsx': 'activity',
      'measurements/Swatch.tsx': 'activity',
      'screens/PanelThumb.tsx': 'activity',
      'timeline/time-ink.ts': 'activity',
      'try-it/try-it.ts': 'activity',
      'ui/category-style.ts': 'activity',
      'workspaces/ShiftList.tsx': 'shift',
      'workspaces/WeekPicture.tsx': 'shift',
      'chart/CursorLayer.tsx': 'channel',
      'chart/Side.tsx': 'channel',
      'chart/Strip.tsx': 'channel',
      'chart/TakeChart.tsx': 'channel',
      'chart/plot.ts': 'channel',
      'charts/Happened.tsx': 'channel',
      'charts/Refining.tsx': 'channel',
      'measurements/Reading.tsx': 'channel',
      'recording-overlay/OverlayChart.tsx': 'channel',
      'recording-overlay/OverlayTable.tsx': 'channel',
      'recordings/SharedChart.tsx': 'channel',
      'timeline/Pointer.tsx': 'channel',
    };
    const inking = globSync('src/islands/**/*.{ts,tsx}')
      .filter((file) => !file.endsWith('.test.ts') && /\bcat-\$\{/.test(readFileSync(file, 'utf8')))
      .map((file) => file.replace(/^src\/islands\//, ''));
    expect(inking.toSorted()).toEqual(Object.keys(of).toSorted());
  });
});
