import { Buffer } from 'node:buffer';

/** Steps of one filter: each keeps a picture of its own until the filter is done. The richest ones of drawing programs have about 25. */
const MOST_STEPS = 40;
/** Groups in groups: each may be drawn on a layer of its own. */
const DEEPEST = 64;

/** Parts of a step, which keep nothing. */
const PART = /^fe(?:MergeNode|Func[RGBA]|(?:Distant|Point|Spot)Light)$/;
const STEP = /^fe[A-Z]/;
const NAME = /[^\s/>]*/y;
const QUOTE_OR_END = /["'>]/g;

/** What is no element, by its beginning and its end. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
  ['<?', '>'],
] as const;

/** Where the tag that begins at `from` ends; −1 when it doesn't. A quoted value may hold a `>`. */
function endOf(text: string, from: number): number {
  for (let at = from; ; ) {
    QUOTE_OR_END.lastIndex = at;
    const found = QUOTE_OR_END.exec(text);
    if (found === null) return -1;
    if (found[0] === '>') return found.index;
    at = text.indexOf(found[0], found.index + 1) + 1;
    if (at === 0) return -1;
  }
}

/**
 * Would an SVG be dearer to draw than anything that anybody drew, by the steps of one filter or the depth of its groups? It is refused before
 * it takes the memory; what hides from this look, as in an entity, is ended when it does.
 */
export function isAbsurdDrawing(bytes: Uint8Array): boolean {
  // A letter for each byte: names of elements are the same in every alphabet that is accepted.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let depth = 0;
  let steps = 0;
  for (let at = text.indexOf('<'), end = 0; at >= 0; at = text.indexOf('<', end)) {
    const other = OTHERS.find(([opening]) => text.startsWith(opening, at));
    end = other ? text.indexOf(other[1], at + other[0].length) : endOf(text, at);
    if (end < 0) return false;
    if (other) continue;
    if (text[at + 1] === '/') {
      depth -= 1;
      continue;
    }
    NAME.lastIndex = at + 1;
    const name = NAME.exec(text)?.[0].split(':').at(-1) ?? '';
    if (name === 'filter') steps = 0;
    else if (STEP.test(name) && !PART.test(name)) steps += 1;
    if (text[end - 1] !== '/') depth += 1;
    if (depth > DEEPEST || steps > MOST_STEPS) return true;
  }
  return false;
}
