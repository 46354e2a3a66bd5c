/** Ends of the time that a list is narrowed to, RFC 3339; null = open. */
export interface TimeAsked {
  from: string | null;
  to: string | null;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z$/;

/** A moment of an address as lists are asked for it; what is none, or on a day that no calendar has, is left out. */
export function momentIn(text: string | undefined): string | null {
  if (text === undefined || !MOMENT.test(text)) return null;
  const at = Date.parse(text);
  // Engines take the 30th of February for the 2nd of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10)) ? text : null;
}
