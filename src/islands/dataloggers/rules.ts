/** Rules of a logger's fields for `src/lib/validation`; the contract holds the same limits for the server. */
export const RULES = { name: 'required|max:200', code: 'max:40', kind: 'max:200', place: 'max:200' };
