/** Addresses of the files of Czech words; a page loads those of its own language alone. What only the server writes isn't among them (`OnServer` in `../ready.ts`). */
export const FILES = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../locales/cs/*.json',
    '!../../../../locales/cs/{apps,auth,company,embed-page,entries-export,home,mail,playground,readings-file,received-data-export,study}.json',
  ],
  { import: 'default' },
);
