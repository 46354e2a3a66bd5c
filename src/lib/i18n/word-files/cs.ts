/** Addresses of the files of Czech words; a page loads those of its own language alone. What only the server writes isn't among them (`OnServer` in `../ready.ts`). */
export const FILES = import.meta.glob<Record<string, unknown>>(
  [
    '../../../../locales/cs/*.json',
    '!../../../../locales/cs/{channels,common,errors,favorites,ui}.json',
    '!../../../../locales/cs/{apps,auth,company,embed-page,entries-export,home,mail,playground,readings-file,received-data-export,study}.json',
  ],
  { import: 'default' },
);

/** Words of every page come with the addresses: a browser asks for six files at a time. */
export const WITH_THEM = import.meta.glob<Record<string, unknown>>('../../../../locales/cs/common.json', {
  import: 'default',
  eager: true,
});

/** Words of all pages but capture, as one file. */
export const often = () => import('./often/cs.ts');
