/** Shows the notice of that name, whose words wait in the page: a script that brought them could be gone. Null when it is shown already. */
export function showPageNotice(name: 'session-ended' | 'new-build'): HTMLElement | null {
  const place = document.querySelector<HTMLElement>(`[data-notice="${name}"]`);
  const words = place?.querySelector('template');
  if (!place || !words) return null;
  words.replaceWith(words.content);
  place.querySelector('[data-close]')?.addEventListener('click', () => place.remove());
  return place;
}
