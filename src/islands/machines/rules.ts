/** Rules of a machine's fields for `src/lib/validation`; the contract holds the same limits for the server. */
export const RULES = {
  name: 'required|max:200',
  code: 'max:80',
  kind: 'max:80',
  site: 'max:80',
  hall: 'max:80',
  line: 'max:80',
  manufacturer: 'max:80',
  model: 'max:80',
  serial_number: 'max:80',
  note: 'max:4000',
};
