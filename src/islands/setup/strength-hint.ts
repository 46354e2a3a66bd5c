import { passwordStrength, type Strength } from './strength.ts';

export interface StrengthWords {
  /** `{length}` is filled in here. */
  strength: Record<Strength, string>;
  /** What stands there before anything is typed. */
  hint: string;
}
const LEVEL: Record<Strength, string> = { short: '0', weak: '1', fair: '2', strong: '3' };

/** Says below the password how strong it is. @param personalFields names of fields whose words add nothing to it */
export function strengthHint(form: HTMLFormElement, words: StrengthWords, personalFields: readonly string[]): void {
  const input = form.querySelector<HTMLInputElement>('#password')!;
  const note = form.querySelector<HTMLElement>('[data-strength-note]')!;
  const meter = form.querySelector<HTMLElement>('[data-strength]')!;
  input.addEventListener('input', () => {
    const values = new FormData(form);
    const strength = passwordStrength(
      input.value,
      personalFields.map((name) => String(values.get(name) ?? '')),
    );
    meter.dataset.level = LEVEL[strength];
    // An error stays until the field is left again.
    if (note.classList.contains('bad')) return;
    note.textContent = input.value === '' ? words.hint : words.strength[strength].replace('{length}', String(input.value.length));
  });
}
