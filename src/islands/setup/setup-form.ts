import { navigateTo } from '../../lib/client/navigate.ts';
import { reveal } from '../auth/reveal.ts';
import { passwordStrength, type Strength } from './strength.ts';

interface Words {
  errors: Record<string, string>;
  fields: Record<string, string>;
  strength: Record<Strength, string>;
  busy: string;
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
  reveal(form.querySelector<HTMLButtonElement>('[data-reveal]')!, words);
  strengthHint(form, words);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, token, words);
  });
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
    note.textContent = input.value === '' ? words.hint : words.strength[strength].replace('{length}', String(input.value.length));
  });
}

async function send(form: HTMLFormElement, token: string, words: Words): Promise<void> {
  const submit = form.querySelector<HTMLButtonElement>('[data-submit]')!;
  const label = submit.textContent;
  const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
  clear(form);
  submit.disabled = true;
  submit.textContent = words.busy;
  try {
    const [{ api, auth }, { setup }] = await Promise.all([
      import('../../lib/client/auth/browser.ts'),
      import('../../lib/contract/auth.ts'),
    ]);
    const { organization = '', workspace = '', name = '', email = '', password = '', time_zone = 'UTC' } = values;
    const locale = setup.body.shape.locale.parse(values.locale);
    await api().call(setup, { body: { token, organization, workspace, name, email, password, time_zone, locale } });
    await auth().login({ email, password });
    navigateTo(form.dataset.next ?? '/');
  } catch (error) {
    submit.disabled = false;
    submit.textContent = label;
    show(form, words, error as { code?: string; errors?: { path: string; code: string }[] });
  }
}

function clear(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[data-problem]')!.hidden = true;
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
  for (const note of form.querySelectorAll<HTMLElement>('[data-note-of]')) {
    note.textContent = note.dataset.hint ?? '';
    note.classList.remove('bad');
  }
}

/** Field errors stand at their fields, everything else above the form; focus goes to the first of them. */
function show(form: HTMLFormElement, words: Words, error: { code?: string; errors?: { path: string; code: string }[] }): void {
  const problem = form.querySelector<HTMLElement>('[data-problem]')!;
  const code = error.code ?? 'unknown';
  problem.textContent = words.errors[code] ?? words.errors.unknown ?? code;
  problem.hidden = false;
  const marked: HTMLElement[] = [];
  for (const { path, code: reason } of error.errors ?? []) {
    const input = form.querySelector<HTMLElement>(`#${CSS.escape(path)}`);
    const note = form.querySelector<HTMLElement>(`[data-note-of="${CSS.escape(path)}"]`);
    if (!input || !note) continue;
    input.setAttribute('aria-invalid', 'true');
    note.textContent = words.fields[reason] ?? words.fields.custom ?? '';
    note.classList.add('bad');
    marked.push(input);
  }
  (marked[0] ?? problem).focus();
}
