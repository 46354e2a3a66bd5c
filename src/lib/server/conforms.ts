import type * as z from 'zod/mini';

/**
 * A quick answer to "would parsing change nothing?", for answers on their way out: parsing a list copies every row, looking doesn't.
 */

type Test = (value: unknown) => boolean;
/** The parts of zod's own definition that are read here. */
interface Definition {
  type: string;
  shape?: Record<string, z.core.$ZodType>;
  catchall?: unknown;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  entries?: Record<string, unknown>;
  values?: unknown[];
  checks?: { _zod: { def: { check: string; format?: string; pattern?: RegExp } } }[];
}

/**
 * True only for values that the schema's parser would return as they are: right types and nothing undeclared. False means "ask the
 * parser". Null when the schema has a part that this doesn't know.
 */
export function conformsTo(schema: z.core.$ZodType): Test | null {
  const def = schema._zod.def as unknown as Definition;
  if (def.checks?.length && def.type !== 'string') return null;
  switch (def.type) {
    case 'string':
      return text(def);
    case 'number':
      return Number.isFinite;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'unknown':
      return () => true;
    case 'enum':
      return among(Object.values(def.entries ?? {}));
    case 'literal':
      return among(def.values ?? []);
    case 'nullable':
      return unless(null, def.innerType);
    case 'optional':
      return unless(undefined, def.innerType);
    case 'array':
      return array(def);
    case 'union':
      return union(def);
    case 'object':
      return object(def);
    default:
      return null;
  }
}

function among(values: unknown[]): Test {
  const set = new Set(values);
  return (value) => set.has(value);
}

function unless(pass: null | undefined, inner: z.core.$ZodType | undefined): Test | null {
  const test = inner && conformsTo(inner);
  return test ? (value) => value === pass || test(value) : null;
}

function text({ checks = [] }: Definition): Test | null {
  const patterns: RegExp[] = [];
  for (const { _zod } of checks) {
    const { check, format, pattern } = _zod.def;
    if (check !== 'string_format' || format !== 'regex' || !pattern || pattern.global || pattern.sticky) return null;
    patterns.push(pattern);
  }
  const [only] = patterns;
  if (!only) return (value) => typeof value === 'string';
  if (patterns.length === 1) return (value) => typeof value === 'string' && only.test(value);
  return (value) => typeof value === 'string' && patterns.every((pattern) => pattern.test(value));
}

function array({ element }: Definition): Test | null {
  const test = element && conformsTo(element);
  if (!test) return null;
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!test(item)) return false;
    return true;
  };
}

function union({ options = [] }: Definition): Test | null {
  const tests = options.map(conformsTo);
  if (tests.some((test) => test === null)) return null;
  return (value) => tests.some((test) => test?.(value));
}

function object({ shape = {}, catchall }: Definition): Test | null {
  if (catchall) return null;
  const fields: [string, Test][] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const test = conformsTo(schema);
    if (!test) return null;
    fields.push([name, test]);
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const row = value as Record<string, unknown>;
    for (const [name, test] of fields) if (!test(row[name])) return false;
    // Everything declared is right; anything beside it is for the parser to drop.
    for (const name in row) if (!Object.hasOwn(shape, name)) return false;
    return true;
  };
}
