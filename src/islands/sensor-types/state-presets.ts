import { LOCALES } from '../../lib/constants.ts';
import type { StateTone, StateWords } from '../../lib/contract/channels.ts';
import { translator } from '../../lib/i18n/index.ts';

/** Words of usual states; those of true are the first. Only what is a fault has a meaning of its own. */
const TONES = {
  open_closed: [null, null],
  running_stopped: [null, null],
  on_off: [null, null],
  yes_no: [null, null],
  fault_ok: ['warning', 'good'],
  occupied_free: [null, null],
  locked_unlocked: [null, null],
} as const satisfies Record<string, readonly [StateTone | null, StateTone | null]>;
export type StatePreset = keyof typeof TONES;
export const STATE_PRESETS = Object.keys(TONES) as StatePreset[];

/** A preset in every language; its words must have been loaded in all of them. */
export function presetWords(preset: StatePreset): StateWords {
  return (['on', 'off'] as const).map((side, index) => ({
    value: 1 - index,
    ...(Object.fromEntries(LOCALES.map((locale) => [locale, translator(locale)(`states:preset_of.${preset}.${side}`)])) as Record<
      (typeof LOCALES)[number],
      string
    >),
    tone: TONES[preset][index as 0 | 1],
  }));
}

const asText = (words: StateWords) => JSON.stringify(words.map(({ value, cs, en, sk, tone }) => [value, cs, en, sk, tone]));

/** The preset that has exactly these words; null = they are the person's own. */
export const presetOf = (words: StateWords): StatePreset | null =>
  STATE_PRESETS.find((preset) => asText(presetWords(preset)) === asText(words)) ?? null;
