/** What devices write in place of a number. */

/** It means no number wherever it stands. */
const NO_NUMBER = new Set(['nan', '-nan', '--', '---', '----', 'n/a', '#n/a', '#nv']);
/** Words too: a text channel may say them and mean something. */
const ERROR_WORDS = new Set(['error', 'err', 'fault', 'overflow', 'ovf', 'unavailable', 'unknown']);
const LONGEST = 16;

const spelled = (text: string): string => (text.length > LONGEST ? '' : text.trim().toLowerCase());

/** Can it be nothing but the place of a number that couldn't be measured? */
export const isNoNumber = (text: string): boolean => NO_NUMBER.has(spelled(text));

/** Where a number is expected: does the sensor say that it can't measure? */
export const isSensorError = (text: string): boolean => isNoNumber(text) || ERROR_WORDS.has(spelled(text));
