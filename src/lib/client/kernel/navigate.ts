const SCRIPT_PROTOCOLS = ['javascript:', 'data:', 'vbscript:', 'blob:'];
const NOT_ALLOWED = 'Navigating to an external URL is not allowed by default. Use `navigateTo(url, { external: true })`.';

/** The URL as a browser reads it: without leading controls and blanks, without tabs and line breaks inside. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what hides a scheme
const cleaned = (url: string) => url.replace(/^[\u0000-\u0020\u007f-\u009f\s]+/, '').replace(/[\t\r\n]/g, '');

const schemeOf = (url: string) => /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase();

/** Has it a scheme or a host of its own, so that it may lead out of the site? Our own host counts too. */
export function isExternal(url: string): boolean {
  const target = cleaned(url);
  return schemeOf(target) !== undefined || /^[/\\]{2}/.test(target);
}

/**
 * Where a navigation leads. External is anything with a scheme or with two leading slashes or backslashes, our own host too.
 * @throws Error for an external URL without `external`, and always for one that would run or show foreign content
 */
export function resolveNavigation(
  url: string,
  { external = false }: { external?: boolean; host?: string } = {},
): {
  kind: 'internal' | 'external';
} {
  // Any control character may stand inside a scheme that some browser still understands.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: see above
  const protocol = schemeOf(cleaned(url).replace(/[\u0000-\u001f\u007f-\u009f]/g, ''));
  if (protocol && SCRIPT_PROTOCOLS.includes(protocol)) throw new Error(`Cannot navigate to a URL with '${protocol}' protocol.`);
  if (!isExternal(url)) return { kind: 'internal' };
  if (!external) throw new Error(NOT_ALLOWED);
  return { kind: 'external' };
}

/**
 * Goes to a page of the site, or elsewhere when that is said; `open` takes a new window.
 * @throws Error like {@link resolveNavigation}
 */
export function navigateTo(url: string, { external = false, open = false }: { external?: boolean; open?: boolean } = {}): void {
  resolveNavigation(url, { external, host: location.host });
  if (open) window.open(url, '_blank', 'noopener');
  else location.assign(url);
}
