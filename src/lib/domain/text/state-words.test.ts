import { describe, expect, it } from 'vitest';
import type { StateWords } from '../../contract/channels.ts';
import { stateTone, stateWord } from './state-words.ts';

const DOOR: StateWords = [
  { value: 1, cs: 'otevřeno', en: 'open', sk: 'otvorené', tone: 'warning' },
  { value: 0, cs: 'zavřeno', en: '', sk: '', tone: null },
  { value: 2, cs: '', en: '', sk: 'porucha', tone: 'neutral' },
];

describe('the word of a state', () => {
  it('is that of the language, for true and false as for their numbers', () => {
    expect((['cs', 'en', 'sk'] as const).map((locale) => stateWord(DOOR, true, locale))).toEqual(['otevřeno', 'open', 'otvorené']);
    expect(stateWord(DOOR, 1, 'sk')).toBe('otvorené');
  });

  it('falls back to a language that has one, Czech and Slovak to each other first', () => {
    expect((['en', 'sk'] as const).map((locale) => stateWord(DOOR, false, locale))).toEqual(['zavřeno', 'zavřeno']);
    expect(stateWord(DOOR, 2, 'en')).toBe('porucha');
    expect(stateWord([{ value: 0, cs: '', en: 'closed', sk: 'zatvorené', tone: null }], 0, 'cs')).toBe('zatvorené');
  });

  it('is missing where nobody gave one', () => {
    expect([stateWord(DOOR, 3, 'cs'), stateWord(null, true, 'cs'), stateWord(DOOR, 'otevřeno', 'cs')]).toEqual([null, null, null]);
  });
});

describe('the meaning of a state', () => {
  it('is what was chosen, else false is off and nothing else is', () => {
    expect([true, false, 0, 2, 3].map((value) => stateTone(DOOR, value))).toEqual(['warning', 'off', 'neutral', 'neutral', 'neutral']);
    expect([true, false, 0, 'stop'].map((value) => stateTone(null, value))).toEqual(['neutral', 'off', 'neutral', 'neutral']);
    expect(stateTone([{ ...DOOR[1]!, tone: 'good' }], false)).toBe('good');
  });
});
