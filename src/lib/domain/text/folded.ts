/** A text as it is searched: without case and accents, so that "cidlo" finds "Čidlo". */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a search, each as {@link folded}. */
export const searchWords = (q: string): string[] => folded(q).split(/\s+/).filter(Boolean);

/** Tells of the texts of a row whether every word of a search is in one of them; an empty search finds everything. */
export function finder(q: string): (...texts: readonly (string | null)[]) => boolean {
  const words = searchWords(q);
  return (...texts) => {
    if (words.length === 0) return true;
    const text = folded(texts.filter(Boolean).join(' '));
    return words.every((word) => text.includes(word));
  };
}

/** As {@link finder}, where every word of the search begins a word of the texts: "oven" is not meant to find "Slovenčina". */
export function beginningFinder(q: string): (...texts: readonly (string | null)[]) => boolean {
  const words = searchWords(q).map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`, 'u'));
  return (...texts) => {
    const text = folded(texts.filter(Boolean).join(' '));
    return words.every((word) => word.test(text));
  };
}
