/** The first sheet of a workbook as rows of texts. Nothing of the file is run or fetched; formulas give the results that stand in them. */

/** Bytes that a part of the archive may be unpacked to. */
const MOST_BYTES = 60_000_000;
const CELLS = /<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Is it an archive, as workbooks are? */
export const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

const plain = (text: string): string =>
  text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) =>
    name.startsWith('#') ? String.fromCodePoint(Number(name[1] === 'x' ? `0${name.slice(1)}` : name.slice(1))) : (ENTITIES[name] ?? whole),
  );
const texts = (xml: string): string =>
  [...xml.matchAll(/<t\b[^>]*?(?:\/>|>([\s\S]*?)<\/t>)/g)].map(([, text]) => plain(text ?? '')).join('');

interface Entry {
  method: number;
  packed: number;
  at: number;
}

/** Entries of an archive by their names, as the list at its end has them. @throws RangeError for what is no archive */
function entriesOf(view: DataView): Map<string, Entry> {
  let foot = view.byteLength - 22;
  while (foot >= 0 && view.getUint32(foot, true) !== 0x06054b50) foot--;
  if (foot < 0) throw new RangeError('no archive');
  const found = new Map<string, Entry>();
  let at = view.getUint32(foot + 16, true);
  for (let left = view.getUint16(foot + 10, true); left > 0 && view.getUint32(at, true) === 0x02014b50; left--) {
    const [title, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, title));
    found.set(name, { method: view.getUint16(at + 10, true), packed: view.getUint32(at + 20, true), at: view.getUint32(at + 42, true) });
    at += 46 + title + extra + comment;
  }
  return found;
}

async function textOf(view: DataView, entry: Entry | undefined): Promise<string> {
  if (!entry) return '';
  const from = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
  const body = new Uint8Array(view.buffer, view.byteOffset + from, entry.packed) as Uint8Array<ArrayBuffer>;
  if (entry.method === 0) return new TextDecoder().decode(body);
  const reader = new Blob([body]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > MOST_BYTES) throw new RangeError('too large');
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Place of a column from its letters, from 0. */
const columnOf = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function cellText(kind: string | undefined, inner: string, shared: readonly string[]): string {
  if (kind === 'inlineStr') return texts(inner);
  const value = plain(/<v\b[^>]*>([\s\S]*?)<\/v>/.exec(inner)?.[1] ?? '');
  return kind === 's' ? (shared[Number(value)] ?? '') : value;
}

/** @throws RangeError for what is no workbook, or too large a one */
export async function readXlsx(bytes: Uint8Array): Promise<string[][]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = entriesOf(view);
  const [first] = [...entries.keys()]
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  if (first === undefined) throw new RangeError('no sheet');
  const strings = await textOf(view, entries.get('xl/sharedStrings.xml'));
  const shared = [...strings.matchAll(/<si\b[^>]*?(?:\/>|>([\s\S]*?)<\/si>)/g)].map(([, inner]) => texts(inner ?? ''));
  const sheet = await textOf(view, entries.get(first));
  return [...sheet.matchAll(/<row\b[^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)].map(([, row]) => {
    const cells: string[] = [];
    let next = 0;
    for (const [, attributes, inner] of (row ?? '').matchAll(CELLS)) {
      const place = / r="([A-Z]+)\d+"/.exec(attributes!)?.[1];
      const at = place === undefined ? next : columnOf(place);
      while (cells.length < at) cells.push('');
      cells[at] = cellText(/ t="(\w+)"/.exec(attributes!)?.[1], inner ?? '', shared);
      next = at + 1;
    }
    return cells;
  });
}

/** The same as a text of columns between tabs, which readers of tables take. */
export async function xlsxText(bytes: Uint8Array): Promise<string> {
  const rows = await readXlsx(bytes);
  // All as wide as the widest: by that whoever reads the text finds the tab, and not a comma that stands in each row.
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return rows
    .map((cells) =>
      Array.from({ length: width }, (_, at) => {
        const cell = cells[at] ?? '';
        return /["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
      }).join('\t'),
    )
    .join('\n');
}
