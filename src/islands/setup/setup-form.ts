import { awaken } from '../../lib/client/kernel/awaken.ts';
import { reveal } from '../auth/reveal.ts';
import type { PlainWords } from '../ui/form/plain-form.ts';
import { type StrengthWords, strengthHint } from './strength-hint.ts';

interface Words extends PlainWords, StrengthWords {
  show: string;
  hide: string;
}

/** The first-run form. The one-time token is in the fragment, which no server ever sees. */
export function enhanceSetup(form: HTMLFormElement): void {
  const words = JSON.parse(form.dataset.words ?? '{}') as Words;
  const token = decodeURIComponent(location.hash.slice(1));
  document.querySelector<HTMLElement>('[data-no-token]')!.hidden = token !== '';
  form.hidden = token === '';
  if (token === '') return;
  timeZones(form.querySelector<HTMLSelectElement>('#time_zone')!);
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-reveal]')) reveal(button, words);
  strengthHint(form, words, ['email', 'name', 'organization']);
  // Nothing may be sent before there is a check.
  const wait = (event: Event) => event.preventDefault();
  form.addEventListener('submit', wait);
  import('./setup-submit.ts')
    .then(
      ({ takeOverSetup }) => takeOverSetup(form, token, words),
      () => {
        const problem = form.querySelector<HTMLElement>('[data-problem]')!;
        problem.hidden = false;
        problem.textContent = words.errors.network ?? '';
      },
    )
    .finally(() => awaken(form));
  form.querySelector<HTMLInputElement>('#organization')?.focus();
}

/** Every zone of the browser, its own one chosen. */
function timeZones(select: HTMLSelectElement): void {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own]);
  select.replaceChildren(...[...zones].sort().map((zone) => new Option(zone.replaceAll('_', ' '), zone, zone === own, zone === own)));
}
