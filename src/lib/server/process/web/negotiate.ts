export type Encoding = 'br' | 'gzip';

const SEEN_SIZE = 200;
const seen = new Map<string, Encoding | null>();

/** The best encoding that `Accept-Encoding` allows (RFC 9110 §12.5.3), null for none. Browsers send the same few headers: they are remembered. */
export function negotiate(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  const known = seen.get(header);
  if (known !== undefined) return known;
  const encoding = choose(header);
  if (seen.size < SEEN_SIZE && header.length < 100) seen.set(header, encoding);
  return encoding;
}

function choose(header: string): Encoding | null {
  const weights = new Map<string, number>();
  for (const part of header.slice(0, 1_000).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0);
  }
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gzip] = [weight('br'), weight('gzip')];
  if (br === 0 && gzip === 0) return null;
  return br >= gzip ? 'br' : 'gzip';
}
