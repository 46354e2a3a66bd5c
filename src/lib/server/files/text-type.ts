const utf8 = new TextDecoder('utf-8', { fatal: true });
const latin = new TextDecoder('windows-1252');

/** Control characters that a text has no use for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;
/** What a browser or a shell would run, wherever it stands near the beginning. */
const ACTIVE = /<!doctype\s+html|<(?:html|head|body|script|iframe|object|embed|meta|link)[\s>/]|<\?php|^\s*(?:#!|@echo\s+off)/i;

/** The text of a file's beginning, whatever its alphabet; null for anything that isn't text. */
function decoded(bytes: Uint8Array, whole: boolean): string | null {
  let text: string | undefined;
  // The cut may go through a letter of up to four bytes.
  for (let less = 0; less < (whole ? 1 : 4) && text === undefined; less++)
    try {
      text = utf8.decode(bytes.subarray(0, bytes.byteLength - less));
    } catch {
      // Tried one byte shorter, then as a text of single bytes, such as tables saved by older programs.
    }
  text ??= latin.decode(bytes);
  return text.trim() === '' || CONTROLS.test(text) ? null : text;
}

/** What follows the XML declaration, comments and the document type. */
function rootOf(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const [opening, closing] = rest.startsWith('<?xml')
      ? ['<?', '?>']
      : rest.startsWith('<!--')
        ? ['<!--', '-->']
        : /^<!doctype svg/i.test(rest)
          ? ['<!', rest.slice(0, rest.indexOf('>')).includes('[') ? ']>' : '>']
          : ['', ''];
    if (opening === '') return rest;
    const end = rest.indexOf(closing, opening.length);
    if (end < 0) return '';
    rest = rest.slice(end + closing.length).trimStart();
  }
}

/** Do the first lines have the same number of columns, more than one? */
function isTable(text: string): boolean {
  const lines = text
    .split(/\r?\n/)
    .slice(0, 20)
    .filter((line) => line.trim() !== '');
  if (lines.length < 2) return false;
  return [';', ',', '\t'].some((divider) => {
    const counts = lines.slice(0, -1).map((line) => line.split(divider).length);
    return counts[0]! > 1 && counts.every((count) => count === counts[0]);
  });
}

/** Which text it is; null for binary data, and for markup, pages and scripts, which are never kept. `whole` = nothing follows. */
export function textType({ bytes, whole }: { bytes: Uint8Array; whole: boolean }): 'image/svg+xml' | 'text/csv' | 'text/plain' | null {
  const text = decoded(bytes, whole);
  if (text === null) return null;
  const root = rootOf(text);
  if (/^<(?:\w+:)?svg[\s>/]/.test(root)) return 'image/svg+xml';
  if (root === '' || root.startsWith('<') || ACTIVE.test(text)) return null;
  return isTable(text) ? 'text/csv' : 'text/plain';
}
