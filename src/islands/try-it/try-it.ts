import { beganEarlier, begin, type Taps, TRIAL_MS, type Trial, trialOf, undone } from './trial.ts';

/** Words of the page with `%name` and `%time` in them. */
interface TryWords {
  nothing: string;
  first: string;
  left: string;
  over: string;
  said: Record<'begun' | 'moved' | 'undone' | 'emptied' | 'reset' | 'over', string>;
}

/** Minutes and seconds. The formatter of the pages would bring the ground of all islands along, React too. */
const duration = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`;

const EARLIER_MS = 5_000;
const TICK_MS = 250;

/** Brings the buttons of the page to life. Taps stay in this function: nothing is stored, nothing is sent. */
export function tryIt(panel: HTMLElement): void {
  const part = <E extends HTMLElement>(name: string) => panel.querySelector<E>(`[data-${name}]`)!;
  const words: TryWords = JSON.parse(panel.dataset.words!);
  const tenths = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const keys = [...panel.querySelectorAll<HTMLButtonElement>('[data-key]')];
  const rows = [...panel.querySelectorAll<HTMLElement>('[data-row]')];
  const [earlier, undo, reset] = ['earlier', 'undo', 'reset'].map((name) => part<HTMLButtonElement>(name)) as [
    HTMLButtonElement,
    HTMLButtonElement,
    HTMLButtonElement,
  ];
  const [now, left, clock, strip, said] = ['now', 'left', 'clock', 'strip', 'said'].map((name) => part(name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const keyOf = (activity: string | null) => keys.find((key) => key.dataset.key === activity);
  const nameOf = (activity: string | null) => keyOf(activity)?.querySelector('b')?.textContent ?? '';
  const fill = (text: string, name: string, ms: number) => text.replace('%name', name).replace('%time', duration(ms / 1_000));

  let taps: Taps = [];
  let isOver = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  /** When the finger came down; the touch counts from there, once it is clear that nobody scrolls. */
  let touched: number | null = null;

  function change(next: Taps, say: (trial: Trial) => string): void {
    if (next === taps) return;
    taps = next;
    const trial = draw();
    said.textContent = trial.over ? result(trial) : say(trial);
    if (trial.from !== null && !trial.over) timer ??= setInterval(tick, TICK_MS);
    else stop();
  }
  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }
  function tick(): void {
    const trial = draw();
    if (!trial.over) return;
    stop();
    said.textContent = result(trial);
  }
  function result({ shares }: Trial): string {
    const [longest, { seconds }] = [...shares].reduce((a, b) => (b[1].seconds > a[1].seconds ? b : a));
    return fill(words.said.over, nameOf(longest), seconds * 1_000);
  }

  function draw(): Trial {
    const trial = trialOf(taps, performance.now());
    const { from, to, current, entries, shares, over } = trial;
    isOver = over;
    panel.dataset.state = from === null ? 'empty' : over ? 'over' : 'running';
    panel.style.setProperty('--c', current ? `var(--cat-${keyOf(current.activity)?.dataset.colour})` : '');
    now.textContent = over ? words.over : current ? nameOf(current.activity) : words.nothing;
    left.textContent = from === null ? words.first : fill(words.left, '', Math.ceil((TRIAL_MS - (to - from)) / 1_000) * 1_000);
    left.hidden = over;
    const shown = from === null || !current ? 0 : over ? to - from : Math.max(0, to - current.from);
    clock.textContent = duration(Math.floor(shown / 1_000));
    for (const key of keys) {
      key.setAttribute('aria-pressed', String(!over && current?.activity === key.dataset.key));
      key.setAttribute('aria-disabled', String(over));
    }
    for (const row of rows) {
      const key = row.dataset.row!;
      const { seconds, permille } = key === '' ? trial : (shares.get(key) ?? { seconds: 0, permille: 0 });
      const [time, share] = row.querySelectorAll('td');
      time!.textContent = duration(seconds);
      share!.firstElementChild!.textContent = tenths.format(permille / 10);
    }
    while (strip.children.length > entries.length) strip.lastElementChild!.remove();
    entries.forEach((entry, index) => {
      const block = (strip.children[index] ?? strip.appendChild(document.createElement('i'))) as HTMLElement;
      const key = keyOf(entry.activity);
      block.className = `bg-cat-${key?.dataset.colour} text-cat-${key?.dataset.colour}-on${key?.dataset.loss === undefined ? '' : ' loss'}`;
      block.style.left = `${((entry.from - from!) / TRIAL_MS) * 100}%`;
      block.style.width = `${(Math.max(0, (entry.to ?? to) - entry.from) / TRIAL_MS) * 100}%`;
    });
    earlier.setAttribute('aria-disabled', String(entries.length < 2));
    undo.setAttribute('aria-disabled', String(trial.undo === null));
    reset.setAttribute('aria-disabled', String(taps.length === 0));
    return trial;
  }

  const nowBegins = (text: string) => (trial: Trial) =>
    fill(text, nameOf(trial.current?.activity ?? null), (trial.current?.from ?? 0) - (trial.from ?? 0));
  const doBegin = (key: HTMLButtonElement, at: number) => change(begin(taps, key.dataset.key!, at), nowBegins(words.said.begun));
  const doUndo = () =>
    change(undone(taps, performance.now()), (trial) => (trial.current ? nowBegins(words.said.undone)(trial) : words.said.emptied));

  for (const key of keys) {
    key.addEventListener('pointerdown', ({ timeStamp }) => {
      touched = timeStamp;
    });
    key.addEventListener('click', (event) => {
      doBegin(key, event.detail > 0 ? (touched ?? event.timeStamp) : event.timeStamp);
      touched = null;
      // Not every browser gives a button the focus when it is clicked, and the keys want it here.
      key.focus({ preventScroll: true });
    });
  }
  earlier.addEventListener('click', () => change(beganEarlier(taps, EARLIER_MS, performance.now()), nowBegins(words.said.moved)));
  undo.addEventListener('click', doUndo);
  reset.addEventListener('click', () => change(taps.length === 0 ? taps : [], () => words.said.reset));
  panel.addEventListener('keydown', (event) => {
    if (event.repeat || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'z' || event.shiftKey) return;
      event.preventDefault();
      doUndo();
      return;
    }
    const key = keys.find((one) => one.getAttribute('aria-keyshortcuts') === event.key);
    if (key && !isOver) doBegin(key, event.timeStamp);
  });
  for (const button of [...keys, earlier, undo, reset]) button.disabled = false;
  draw();
}
