/** How answers are packed that are made while they are asked for. */
export type Encoding = 'zstd' | FileEncoding;
/** How files are packed, once, before anybody asks. */
export type FileEncoding = 'br' | 'gzip';

const SEEN_SIZE = 200;
const seen = { made: new Map<string, Encoding | null>(), file: new Map<string, FileEncoding | null>() };

/** The best encoding that `Accept-Encoding` allows (RFC 9110 §12.5.3) for an answer, null for none. Browsers send the same few headers: they are remembered. */
export const negotiate = (header: string | undefined): Encoding | null => remembered(seen.made, header, ['zstd', 'br', 'gzip']);

/** The same for a file. */
export const negotiateFile = (header: string | undefined): FileEncoding | null => remembered(seen.file, header, ['br', 'gzip']);

function remembered<E extends Encoding>(known: Map<string, E | null>, header: string | undefined, offered: readonly E[]): E | null {
  if (header === undefined) return null;
  const before = known.get(header);
  if (before !== undefined) return before;
  const encoding = choose(header, offered);
  if (known.size < SEEN_SIZE && header.length < 100) known.set(header, encoding);
  return encoding;
}

/** The heaviest of those that are offered; of equal ones the first. */
function choose<E extends Encoding>(header: string, offered: readonly E[]): E | null {
  const weights = new Map<string, number>();
  for (const part of header.slice(0, 1_000).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  let [best, most]: [E | null, number] = [null, 0];
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > most) [best, most] = [encoding, weight];
  }
  return best;
}
