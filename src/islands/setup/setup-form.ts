import { reveal } from '../auth/reveal.ts';
import type { PlainWords } from '../ui/form/plain-form.ts';
import { passwordStrength, type Strength } from './strength.ts';

interface Words extends PlainWords {
  strength: Record<Strength, string>;
  show: string;
  hide: string;
  hint: string;
}
const LEVEL: Record<Strength, string> = { short: '0', weak: '1', fair: '2', strong: '3' };

/** The first-run form. The one-time token is in the fragment, which no server ever sees. */
export function enhanceSetup(form: HTMLFormElement): void {
  const words = JSON.parse(form.dataset.words ?? '{}') as Words;
  const token = decodeURIComponent(location.hash.slice(1));
  document.querySelector<HTMLElement>('[data-no-token]')!.hidden = token !== '';
  form.hidden = token === '';
  if (token === '') return;
  timeZones(form.querySelector<HTMLSelectElement>('#time_zone')!);
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-reveal]')) reveal(button, words);
  strengthHint(form, words);
  // Nothing may be sent before there is a check.
  const wait = (event: Event) => event.preventDefault();
  form.addEventListener('submit', wait);
  import('./setup-submit.ts').then(
    ({ takeOverSetup }) => takeOverSetup(form, token, words),
    () => {
      const problem = form.querySelector<HTMLElement>('[data-problem]')!;
      problem.hidden = false;
      problem.textContent = words.errors.network ?? '';
    },
  );
  form.querySelector<HTMLInputElement>('#organization')?.focus();
}

/** Every zone of the browser, its own one chosen. */
function timeZones(select: HTMLSelectElement): void {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own]);
  select.replaceChildren(...[...zones].sort().map((zone) => new Option(zone.replaceAll('_', ' '), zone, zone === own, zone === own)));
}

function strengthHint(form: HTMLFormElement, words: Words): void {
  const input = form.querySelector<HTMLInputElement>('#password')!;
  const note = form.querySelector<HTMLElement>('[data-strength-note]')!;
  const meter = form.querySelector<HTMLElement>('[data-strength]')!;
  input.addEventListener('input', () => {
    const known = ['email', 'name', 'organization'].map((name) => String(new FormData(form).get(name) ?? ''));
    const strength = passwordStrength(input.value, known);
    meter.dataset.level = LEVEL[strength];
    // An error stays until the field is left again.
    if (note.classList.contains('bad')) return;
    note.textContent = input.value === '' ? words.hint : words.strength[strength].replace('{length}', String(input.value.length));
  });
}
