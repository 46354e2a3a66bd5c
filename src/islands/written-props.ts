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

/** What the island of a page that gives has written, by the names of its properties. */
const given = new WeakMap<object, ReadonlyMap<string, string>>();

/**
 * Properties of an island as its page has them, plain JSON: who looks is written once, with the first of them, as that is a kilobyte.
 * `src/lib/client/kernel/island.ts` reads them.
 * @param page the same object for all islands of a page
 */
export function writtenProps(page: object, props: Readonly<Record<string, unknown>>): WrittenProps {
  const texts = new Map(SHARED.filter((name) => props[name] != null).map((name) => [name, JSON.stringify(props[name])]));
  const others = given.get(page);
  if (!others && texts.size > 0) given.set(page, texts);
  const takes = others ? [...texts.keys()].filter((name) => others.get(name) === texts.get(name)) : [];
  const own = takes.length === 0 ? props : Object.fromEntries(Object.entries(props).filter(([name]) => !takes.includes(name)));
  const text = JSON.stringify(own).replace(/[&<']/g, (one) => (one === '&' ? '&amp;' : one === '<' ? '&lt;' : '&#39;'));
  return { text, gives: !others && texts.size > 0, takes };
}
