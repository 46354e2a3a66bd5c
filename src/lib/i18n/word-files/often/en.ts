/** English words that nearly every page says. */
export const WORDS = import.meta.glob<Record<string, unknown>>('../../../../../locales/en/{channels,errors,favorites,ui}.json', {
  import: 'default',
  eager: true,
});
