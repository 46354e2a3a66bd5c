/** Who looks, and what he chose: every island of a page is given the same. */
const SHARED = ['profile', 'saved'];

export interface WrittenProps {
  /** As the attribute has them, between single quotes. */
  text: string;
  /** Others of its page take from it what they share. */
  gives: boolean;
  /** What it takes from the island that gives. */
  takes: string[];
}

/** A property, and how it was written. */
interface Given {
  value: unknown;
  text: string;
}
/** What the island of a page that gives has written, by the names of its properties. */
const given = new WeakMap<object, ReadonlyMap<string, Given>>();

/**
 * Properties of an island as its page has them, plain JSON: who looks is written once, with the first of them, as that is a kilobyte.
 * `src/lib/client/kernel/island.ts` reads them.
 * @param page the same object for all islands of a page
 */
export function writtenProps(page: object, props: Readonly<Record<string, unknown>>): WrittenProps {
  const others = given.get(page);
  const shared = SHARED.filter((name) => props[name] != null);
  const gives = !others && shared.length > 0;
  if (gives) given.set(page, new Map(shared.map((name) => [name, { value: props[name], text: JSON.stringify(props[name]) }])));
  const takes = others ? shared.filter((name) => isSame(others.get(name), props[name])) : [];
  const own = takes.length === 0 ? props : Object.fromEntries(Object.entries(props).filter(([name]) => !takes.includes(name)));
  return { text: JSON.stringify(own).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;'), gives, takes };
}

/** Islands of a page are mostly given the same object. */
const isSame = (one: Given | undefined, value: unknown): boolean =>
  one !== undefined && (one.value === value || one.text === JSON.stringify(value));
