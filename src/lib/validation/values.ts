import { JSON_MAX_DEPTH } from '../constants.ts';

/** What rules make of a value of any type; none of these throws. */

export function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    // An object without a text form.
    return '[object Object]';
  }
}

export function numberOf(value: unknown): number {
  try {
    return Number(value);
  } catch {
    return Number.NaN;
  }
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Tests every element of an array, at any depth that JSON may have; anything else, and an empty array, is tested itself. */
export function everyElement(value: unknown, test: (element: unknown) => boolean, depth = 0): boolean {
  if (!Array.isArray(value) || value.length === 0) return test(value);
  return depth < JSON_MAX_DEPTH && Array.from(value).every((element) => everyElement(element, test, depth + 1));
}

/** Length of a text in UTF-16 units (a number is a text), of an array, or of anything else that can be counted; null when it can't. */
export function lengthOf(value: unknown): number | null {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value).length;
  try {
    return (value as ArrayLike<unknown>).length || Array.from(value as ArrayLike<unknown>).length;
  } catch {
    return null;
  }
}

/** Number of code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
