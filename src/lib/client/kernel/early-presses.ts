/**
 * A script of its own, without imports: `scripts/astro/inline-script.ts` makes it the text that the layout prints into the head, before any island
 * is there. What is pressed or typed in an island whose script is still on its way is kept, the control says that it is busy, and both are given
 * to the island once it listens: in order, each control once however often it was pressed.
 *
 * `astro-island[ssr]` is an island that no script has taken over, `data-asleep` a control or a form outside of islands, for which `awaken` says so.
 */

/** A module for the compiler, so that its names are its own. */
export {};

interface Press {
  island: Element;
  at: HTMLElement;
  /** Does at last what was asked for; `to` is the control, or the one that React put in its place. */
  run: (to: HTMLElement) => void;
}
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
interface Text {
  island: Element;
  field: Field;
}
/** A field as it stands the moment before React takes it over. */
interface Kept {
  field: Field;
  value: string;
  selection: [number | null, number | null] | null;
  hasFocus: boolean;
}

/** A form that sends itself and has all that it wants. What is missing in one is said in the page's words, so it waits for them. */
const SENDS = 'form[action]:valid';
/** Works without any script, whoever listens. */
const NATIVE = `a[href],summary,textarea,select,input:not([type=checkbox],[type=radio]),${SENDS} [type=submit]`;
const CONTROL = 'a[href],button,label,input,select,textarea,summary,[role],[tabindex]';

let presses: Press[] = [];
let texts: Text[] = [];
/** Control under the pointer when it went down in an island that was asleep. */
let pressed: HTMLElement | null = null;
/** Once the palette was asked for: the island that has it, and the keys that are meant for it. */
let palette: Element | null = null;
let keys: KeyboardEvent[] = [];

const on = <E extends Event>(name: string, work: (event: E) => void): void => addEventListener(name, work as EventListener, true);
const stop = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

const asleepAround = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('astro-island[ssr],[data-asleep]') : null;

/** What a press at `target` is meant for, when that needs a script. */
function controlAt(target: EventTarget | null): HTMLElement | null {
  let control = target instanceof Element ? target.closest<HTMLElement>(CONTROL) : null;
  if (control instanceof HTMLLabelElement) control = control.control;
  return control?.matches(NATIVE) ? null : control;
}

function keep(event: Event, island: Element, at: HTMLElement, run: Press['run']): void {
  stop(event);
  const before = presses.findIndex((press) => press.at === at);
  if (before < 0) {
    at.setAttribute('aria-busy', 'true');
    presses.push({ island, at, run });
  } else if (at.matches('input')) {
    // A box that is pressed twice is what it was.
    at.removeAttribute('aria-busy');
    presses.splice(before, 1);
  }
}

/** The control itself, or the one that looks like it where React made it anew. */
function nowOf<E extends HTMLElement>(island: Element, at: E): E | undefined {
  if (at.isConnected) return at;
  const named = (one: HTMLElement) => [one.textContent, one.getAttribute('aria-label'), (one as { name?: unknown }).name].join('\n');
  return [...island.querySelectorAll<E>(at.localName)].find((one) => named(one) === named(at));
}

/** Past React's own setter, which would otherwise take the value for the one that it knows. */
function write(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
}
const firstValue = (field: Field): string =>
  field instanceof HTMLSelectElement
    ? ((field.querySelector<HTMLOptionElement>('option[selected]') ?? field.options[0])?.value ?? '')
    : field.defaultValue;

function remember(field: Field): Kept {
  const hasCaret = field instanceof HTMLTextAreaElement || field.type === 'text' || field.type === 'search';
  return {
    field,
    value: field.value,
    selection: hasCaret && !(field instanceof HTMLSelectElement) ? [field.selectionStart, field.selectionEnd] : null,
    hasFocus: document.activeElement === field,
  };
}

function give(island: Element, { field, value, selection, hasFocus }: Kept): void {
  const to = nowOf(island, field);
  if (!to) return;
  write(to, value);
  if (selection && !(to instanceof HTMLSelectElement)) to.setSelectionRange(...selection);
  if (hasFocus) to.focus();
  to.dispatchEvent(new Event(to instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

const again = (name: string, { key, code }: KeyboardEvent): KeyboardEvent =>
  new KeyboardEvent(name, { key, code, bubbles: true, cancelable: true });

on<PointerEvent>('pointerdown', ({ target }) => {
  pressed = asleepAround(target) ? controlAt(target) : null;
});

on<MouseEvent>('click', (event) => {
  if (!event.isTrusted) return;
  const { target } = event;
  const control = controlAt(target);
  const island = asleepAround(target);
  const began = pressed;
  pressed = null;
  if (control && island) keep(event, island, control, (to) => to.click());
  else if (control && control === began) {
    // Pressed while it slept and let go since: what it was made of heard only half.
    stop(event);
    control.click();
  }
});

on<KeyboardEvent>('keydown', (event) => {
  const { key, target, ctrlKey, metaKey } = event;
  const isCommand = ctrlKey || metaKey;
  if (isCommand && !event.altKey && !event.shiftKey && key.toLowerCase() === 'k') {
    const button = document.querySelector<HTMLElement>('[data-palette]');
    const island = button?.closest('astro-island');
    // Once it listens to the keys itself it says so.
    if (!button || !island || button.dataset.palette) return;
    if (palette) stop(event);
    else keep(event, island, button, (to) => to.click());
    palette = island;
    if (!island.matches('[ssr]')) wake(island);
  } else if (palette && !isCommand && (key.length === 1 || /^(Enter|Escape|Backspace)$/.test(key))) {
    stop(event);
    keys.push(event);
  } else if (key === 'Enter' || key === ' ') {
    const island = asleepAround(target);
    if (!island || !(target instanceof HTMLElement) || target.matches(`button,input,${NATIVE}`)) return;
    keep(event, island, target, (to) => {
      for (const name of ['keydown', 'keyup']) to.dispatchEvent(again(name, event));
    });
  }
});

on<SubmitEvent>('submit', (event) => {
  const { target } = event;
  const island = asleepAround(target);
  if (island && target instanceof HTMLFormElement && !target.matches(SENDS))
    keep(event, island, target, (to) => (to as HTMLFormElement).requestSubmit());
});

on('input', ({ target }) => {
  const island = asleepAround(target);
  // Nothing draws the fields of a form outside of islands anew.
  if (
    !island ||
    island instanceof HTMLFormElement ||
    !(target as Element).matches('input:not([type=checkbox],[type=radio],[type=file]),textarea,select')
  )
    return;
  const field = target as Field;
  if (!texts.some((text) => text.field === field)) texts.push({ island, field });
});

on('astro:hydrate', ({ target }) => wake(target as Element));

/** Gives an island that listens what was kept for it. */
function wake(island: Element): void {
  const isOf = (one: { island: Element }) => one.island === island;
  const fields = texts.filter(isOf).map(({ field }) => remember(field));
  const asked = presses.filter(isOf);
  const [first] = [...fields.map(({ field }) => field), ...asked.map(({ at }) => at)];
  if (!first) return;
  texts = texts.filter((one) => !isOf(one));
  presses = presses.filter((one) => !isOf(one));
  // React attaches its listeners before it knows what it is about: the first discrete event makes it take the island over at once, and only
  // after that a field may change, or React would believe that it always said so.
  for (const { field } of fields) write(field, firstValue(field));
  for (const { at } of asked) at.removeAttribute('aria-busy');
  first.dispatchEvent(new Event('change', { bubbles: true }));
  for (const field of fields) give(island, field);
  for (const { at, run } of asked) {
    const to = nowOf(island, at);
    if (to) run(to);
  }
  if (palette !== island) return;
  // The palette hears keys of the page only once its button has been drawn with what it does. What is typed until then comes after what is kept.
  setTimeout(() => {
    palette = null;
    for (const key of keys) document.dispatchEvent(again('keydown', key));
    keys = [];
  });
}
