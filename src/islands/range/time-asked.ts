const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z$/;

/** A moment of an address as lists are asked for it; what is none is left out. */
export const momentIn = (text: string | undefined): string | null => (text !== undefined && MOMENT.test(text) ? text : null);
