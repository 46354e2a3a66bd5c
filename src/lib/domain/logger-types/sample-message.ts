import type { LoggerTypeDetail, TypeChannel, TypeSpec } from '../../contract/logger-types.ts';
import { parsePath, type Step, valuesAt } from './path.ts';

/** A message that a type reads, to be sent once by hand: JSON, or bytes. */
export type SampleMessage = { json: unknown } | { bytes: readonly number[] };

type Json = Record<string, unknown> | unknown[];
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
/** Members of prototypes are none. */
const memberOf = (from: Json, name: string): unknown => (Object.hasOwn(from, name) ? (from as Record<string, unknown>)[name] : undefined);

/** What a channel may be sent as where no message says it. */
function exampleOf({ states, input_min, input_max }: TypeChannel): unknown {
  if (states?.[0]) return states[0].text;
  return input_min !== null && input_max !== null ? (input_min + input_max) / 2 : 21.5;
}

/** Puts a value where a path leads, making what is missing on the way. */
function put(root: Json, steps: readonly Step[], value: unknown): void {
  let at = root;
  for (const [i, step] of steps.entries()) {
    const name = String(step ?? 0);
    // Elements that the path doesn't name are there too, empty.
    if (Array.isArray(at)) while (at.length < Number(name)) at.push({});
    const isLast = i === steps.length - 1;
    const next = steps[i + 1];
    const there = memberOf(at, name);
    const inner = isLast ? value : isJson(there) ? there : typeof next === 'string' ? {} : [];
    Object.defineProperty(at, name, { value: inner, configurable: true, enumerable: true, writable: true });
    at = inner as Json;
  }
}

/** Takes away what a path leads to. */
function drop(root: unknown, steps: readonly Step[]): void {
  const last = steps.at(-1);
  if (typeof last !== 'string') return;
  for (const { value } of valuesAt(root, steps.slice(0, -1), 1_000)) if (isJson(value)) delete (value as Record<string, unknown>)[last];
}

/** A message out of what the mapping reads. */
function fromMapping({ channels, rows }: TypeSpec): Json {
  const root: Json = {};
  const base = (rows === null ? null : parsePath(rows))?.steps ?? [];
  for (const channel of channels) {
    const path = parsePath(channel.path);
    if (path && path.steps.length > 0) put(root, path.fromRoot ? path.steps : [...base, ...path.steps], exampleOf(channel));
  }
  return root;
}

const rowsAt = (root: unknown, rows: string | null): readonly Step[] =>
  rows === null ? (Array.isArray(root) ? [null] : []) : (parsePath(rows)?.steps ?? []);

/** Does the mapping find a value of any channel in it? */
function isRead(root: unknown, { channels, rows }: TypeSpec): boolean {
  const found = valuesAt(root, rowsAt(root, rows), 10);
  return channels.some(({ path }) => {
    const parsed = parsePath(path);
    return parsed && (parsed.fromRoot ? [{ value: root }] : found).some(({ value }) => valuesAt(value, parsed.steps, 1).length > 0);
  });
}

/** Of several rows the last, without its time: what is sent by hand is of the moment at which it comes. */
function ofNow(root: unknown, { rows, time }: TypeSpec): unknown {
  const steps = rowsAt(root, rows);
  const last = steps.lastIndexOf(null);
  let one = root;
  if (last >= 0) {
    const lists = valuesAt(root, steps.slice(0, last), 1_000);
    for (const { value } of lists) if (Array.isArray(value)) value.splice(0, value.length - 1);
    if (rows === null && Array.isArray(root)) one = root[0];
  }
  const path = time && parsePath(time.path);
  if (path) {
    const base = one === root ? steps : [];
    drop(one, path.fromRoot ? path.steps : [...base, ...path.steps]);
  }
  return one;
}

const bytesOf = (sample: string | null): readonly number[] | null => {
  const hex = /^hex:([\s\da-f]*)$/i.exec(sample?.trim() ?? '')?.[1]?.replace(/\s/g, '') ?? '';
  return hex === '' || hex.length % 2 === 1 ? null : (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
};

/**
 * What a logger of a type may be tried with: its stored sample where the type reads something of it, else a message made of its mapping.
 * Null where nobody knows, as with a script without a sample.
 */
export function sampleMessage({ sample, published }: Pick<LoggerTypeDetail, 'sample' | 'published'>): SampleMessage | null {
  if (!published) return null;
  if (published.decoder !== 'mapping') {
    const bytes = bytesOf(sample);
    return bytes && { bytes };
  }
  try {
    const root: unknown = JSON.parse(sample ?? '');
    if (isJson(root) && isRead(root, published)) return { json: ofNow(root, published) };
  } catch {
    // It is no message of a mapping: the mapping itself says more.
  }
  return published.channels.length === 0 ? null : { json: fromMapping(published) };
}
