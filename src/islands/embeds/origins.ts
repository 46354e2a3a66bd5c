/** What somebody wrote as the pages that may embed values: origins as browsers write them, and the first text that is none. */
export function readOrigins(text: string): { origins: string[]; bad: string | null } {
  const origins = new Set<string>();
  for (const said of text.split(/[\s,;]+/).filter(Boolean)) {
    const origin = originOf(said);
    if (origin === null) return { origins: [...origins], bad: said };
    origins.add(origin);
  }
  return { origins: [...origins], bad: null };
}

/** A path after it is left away, a scheme that isn't there is https. */
function originOf(said: string): string | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(said) ? said : `https://${said}`);
  if (url?.protocol !== 'https:' || url.username !== '' || !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(url.hostname)) return null;
  return url.origin;
}

/** What goes into the markup of a page. */
export function snippetOf({ address, name, height }: { address: string; name: string; height: number }): string {
  const title = name.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
  return `<iframe src="${address}" title="${title}" width="100%" height="${height}" style="border:0" loading="lazy" referrerpolicy="no-referrer"></iframe>`;
}
