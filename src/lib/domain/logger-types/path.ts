/** Where in a message a value is: `sys.vbat`, `ai[0].mA`, `rows[*].t`, `["odd.name"]`; a `$` in front begins at the whole message. */

/** The name of a member, the place in an array, or `null` for each element of one. */
export type Step = string | number | null;

export interface Path {
  /** From the whole message even where the other paths are those of a row. */
  readonly fromRoot: boolean;
  readonly steps: readonly Step[];
  /** Has it a `[*]`? */
  readonly many: boolean;
}

/** Deeper than a message may be nested nothing is found. */
const MAX_STEPS = 32;

const BARE = /[^.[\]"\s]+/y;
const INDEX = /\[(\*|\d{1,6})\]/y;
const QUOTED = /\["((?:[^"\\]|\\.)*)"\]/y;

/** One step at a place of the text with the place after it; null when there is none. */
function stepAt(text: string, at: number, bare: boolean): { step: Step; end: number } | null {
  for (const pattern of bare ? [BARE] : [INDEX, QUOTED]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) continue;
    const end = pattern.lastIndex;
    if (pattern === BARE) return { step: match[0], end };
    if (pattern === INDEX) return { step: match[1] === '*' ? null : Number(match[1]), end };
    try {
      return { step: JSON.parse(`"${match[1]}"`) as string, end };
    } catch {
      return null;
    }
  }
  return null;
}

/** A path that a person wrote; null when it is none. */
export function parsePath(text: string): Path | null {
  const trimmed = text.trim();
  const fromRoot = trimmed.startsWith('$') && /^\$($|[.[])/.test(trimmed);
  const steps: Step[] = [];
  let at = fromRoot ? 1 : 0;
  if (!fromRoot && trimmed === '') return null;
  while (at < trimmed.length) {
    const dot = trimmed[at] === '.';
    // A dot stands between two steps, never in front of the first of a row.
    if (dot && steps.length === 0 && !fromRoot) return null;
    const bare = dot || (steps.length === 0 && !fromRoot && trimmed[at] !== '[');
    const found = stepAt(trimmed, dot ? at + 1 : at, bare);
    if (!found || steps.length >= MAX_STEPS) return null;
    steps.push(found.step);
    at = found.end;
  }
  return { fromRoot, steps, many: steps.includes(null) };
}

const isBare = (name: string) => /^[^.[\]"\s$][^.[\]"\s]*$/.test(name);

/** A path as it is written; the way back from {@link parsePath}. */
export function writePath(steps: readonly Step[]): string {
  let text = '';
  for (const step of steps) {
    if (step === null) text += '[*]';
    else if (typeof step === 'number') text += `[${step}]`;
    else if (isBare(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** The key under which doors that know no paths give a nested value: `a.b`, `list.0`. */
export const keyOfPath = ({ steps }: Pick<Path, 'steps'>): string => steps.map((step) => step ?? '*').join('.');

/** Values at a path, with the places in arrays that a `[*]` stood for. Members of prototypes are none. @param most stops after so many */
export function valuesAt(root: unknown, steps: readonly Step[], most: number): { value: unknown; places: readonly number[] }[] {
  let found: { value: unknown; places: readonly number[] }[] = [{ value: root, places: [] }];
  for (const step of steps) {
    const next: typeof found = [];
    for (const { value, places } of found) {
      if (next.length >= most) break;
      if (step === null) {
        if (!Array.isArray(value)) continue;
        for (let i = 0; i < value.length && next.length < most; i++) next.push({ value: value[i], places: [...places, i] });
      } else if (typeof step === 'number') {
        if (Array.isArray(value) && step < value.length) next.push({ value: value[step], places });
      } else if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, step))
        next.push({ value: (value as Record<string, unknown>)[step], places });
    }
    found = next;
  }
  return found;
}

/** A path with its `[*]` replaced by places, in their order. */
export function concrete(steps: readonly Step[], places: readonly number[]): Step[] {
  let next = 0;
  return steps.map((step) => (step === null ? (places[next++] ?? null) : step));
}
