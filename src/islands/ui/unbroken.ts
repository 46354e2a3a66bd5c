/**
 * Cuts a text into what may break and what stays together as long as a line holds it, in turn: a word with a hyphen, such as the name of a file,
 * isn't torn at it.
 */
export const unbroken = (text: string): string[] => text.split(/(\S+-\S+)/);
