import { nothing } from '../ingest/decoded.ts';
import { type Decode, decoderOf } from '../ingest/decoders.ts';

/** A decoder of a later version: `b` is nothing any more, `c` is what stood in its place, and large values are smaller. */
const later: Decode = (body, receivedAt) => {
  const decoded = decoderOf('json@1')(body, receivedAt);
  return {
    ...decoded,
    keys: decoded.keys.map((key) => (key === 'b' ? 'c' : key)),
    value: decoded.value.map((value) => (typeof value === 'string' ? value : Math.min(Number(value), 1))),
  };
};
const DECODERS: Record<string, Decode> = { 'later@1': later, 'nothing@1': () => nothing({ code: 'shape' }) };

/** The decoders of the product and two more, by which messages can be read otherwise than they were. */
export const withLater = (name: string | null): Decode => DECODERS[name ?? ''] ?? decoderOf(name);
