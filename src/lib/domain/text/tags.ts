import { folded } from './folded.ts';

/** Short words by which people put things together. */

export const LONGEST_TAG = 30;

/** Tags without blanks at their ends, each once: two that differ in case or accents only are one, the first. */
export function tidyTags(tags: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const tag of tags) {
    const word = tag.trim().replace(/\s+/g, ' ');
    if (word !== '' && !found.has(folded(word))) found.set(folded(word), word);
  }
  return [...found.values()];
}

/** What somebody wrote into one field, with commas or semicolons between. */
export const readTags = (text: string): string[] => tidyTags(text.split(/[,;\n]/));

/** Tags after some were put in and others taken out. */
export const changedTags = (tags: readonly string[], { add, remove }: { add: readonly string[]; remove: readonly string[] }): string[] => {
  const gone = new Set(remove.map(folded));
  return tidyTags([...tags.filter((tag) => !gone.has(folded(tag))), ...add]);
};
