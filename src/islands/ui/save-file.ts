/** Hands what was made here to the browser as a file to keep. */
export function saveFile(name: string, content: string | Blob, type = 'application/json'): void {
  const address = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // The download has begun by then, in every browser.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name that every system takes as that of a file: letters and figures of any language, the rest as hyphens. */
export const fileName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100) || 'taktlog';
