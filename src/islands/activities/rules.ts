/** Rules of an activity's fields for `src/lib/validation`; the contract holds the same limits for the server. */
export const RULES = { name: 'required|max:200', short: 'max:24' };
