/** A word of a namespace that only the server reads, such as the head of a file: `key` is `namespace:path.to.it`, `words` its file. */
export function fileWord(words: object, key: string): string {
  const path = key.slice(key.indexOf(':') + 1).split('.');
  return String(path.reduce<unknown>((found, part) => (found as Record<string, unknown>)[part], words));
}
