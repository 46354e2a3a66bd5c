/** Shortest password that the contract accepts, in UTF-16 units as it counts them. */
const MIN_PASSWORD = 10;

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm', 'yxcvbnm', '01234567890'];
const COMMON = /(password|heslo|welcome|letmein|admin|taktlog|logger)/g;

/** Length of what is left when repetitions, rows of the keyboard and common words count as one character. */
function effectiveLength(password: string): number {
  let text = password.toLowerCase().replace(COMMON, '#');
  text = text.replace(/(.)\1+/gu, '$1').replace(/(.{2,}?)\1+/gu, '$1');
  for (const sequence of SEQUENCES)
    for (let length = sequence.length; length >= 3; length--)
      for (let start = 0; start + length <= sequence.length; start++) text = text.replaceAll(sequence.slice(start, start + length), '#');
  return [...text].length;
}

/** A hint, not a judge: the only rule is the minimum length. Words of the form (name, e-mail) add nothing. */
export function passwordStrength(password: string, known: readonly string[] = []): Strength {
  if (password.length < MIN_PASSWORD) return 'short';
  let text = password.toLowerCase();
  for (const word of known.flatMap((one) => one.toLowerCase().split(/[\s@.]+/))) if (word.length >= 3) text = text.replaceAll(word, '#');
  const length = effectiveLength(text);
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const points = length + kinds;
  if (points < 11) return 'weak';
  return points < 17 ? 'fair' : 'strong';
}
