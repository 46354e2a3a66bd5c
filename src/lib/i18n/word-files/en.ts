/** Addresses of the files of English words; a page loads those of its own language alone. What only the server writes isn't among them (`OnServer` in `../ready.ts`). */
export const FILES = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../locales/en/*.json',
    '!../../../../locales/en/{apps,auth,company,embed-page,entries-export,home,mail,playground,readings-file,received-data-export,study}.json',
  ],
  { import: 'default' },
);
