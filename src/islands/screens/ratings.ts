const LEAST = 10;
const MOST = 300;
const MOST_RATINGS = 15;

/** Performance ratings out of a text such as `80, 90, 100`: each once, from the lowest; null when it can't mean any. */
export function readRatings(text: string): number[] | null {
  const parts = text.split(/[\s,;%]+/).filter(Boolean);
  const numbers = [...new Set(parts.map(Number))];
  const sound = numbers.every((one) => Number.isInteger(one) && one >= LEAST && one <= MOST);
  return sound && numbers.length <= MOST_RATINGS ? numbers.sort((a, b) => a - b) : null;
}
