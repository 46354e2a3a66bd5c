import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from '../contract/index.ts';
import { conformsTo } from './conforms.ts';

/** Values that a response schema of the contract allows, from its own definition. */
function allowed(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: zod's definitions are a union of a hundred shapes
  const def = schema._zod.def as any;
  switch (def.type) {
    case 'string':
      return def.checks?.length ? fc.stringMatching(def.checks[0]._zod.def.pattern) : fc.string();
    case 'number':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'nullable':
      return fc.option(allowed(def.innerType));
    case 'optional':
      return fc.option(allowed(def.innerType), { nil: undefined });
    case 'array':
      return fc.array(allowed(def.element), { maxLength: 3 });
    case 'union':
      return fc.oneof(...def.options.map(allowed));
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape).map(([name, inner]) => [name, allowed(inner as z.core.$ZodType)])), {
        noNullPrototype: true,
      });
    default:
      return fc.anything();
  }
}

/** The value with something else at one place, anywhere in it. */
function spoiled(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return fc.anything();
  const changed = fc
    .constantFrom(...Object.keys(value))
    .chain((key) =>
      spoiled((value as Record<string, unknown>)[key]).map((inner) =>
        Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner },
      ),
    );
  const added = Array.isArray(value) ? fc.constant([...value, { extra: 1 }]) : fc.constant({ ...value, password_hash: 'x' });
  return fc.oneof({ weight: 5, arbitrary: changed }, added, fc.anything());
}

describe('the quick look at an answer', () => {
  it.each(Object.entries(ENDPOINTS))('knows every part of what %s answers and takes what is right', (_, { response }) => {
    const conforms = conformsTo(response);
    expect(conforms).not.toBe(null);
    fc.assert(
      fc.property(allowed(response), (value) => conforms?.(value) === true),
      { numRuns: 20 },
    );
  });

  it.each(Object.entries(ENDPOINTS))('takes nothing of %s that the parser would refuse or change', (_, { response }) => {
    const conforms = conformsTo(response);
    fc.assert(
      fc.property(allowed(response).chain(spoiled), (value) => {
        if (conforms?.(value)) expect(response.parse(value)).toStrictEqual(value);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves to the parser what it does not know', () => {
    const unknown = [
      z.string().check(z.trim()),
      z.array(z.string()).check(z.minLength(1)),
      z.date(),
      z.looseObject({}),
      z.nullable(z.bigint()),
    ];
    for (const schema of unknown) expect(conformsTo(schema)).toBe(null);
  });

  it('lets no undeclared column pass', () => {
    const conforms = conformsTo(z.object({ rows: z.array(z.object({ id: z.string() })) }));
    expect(conforms?.({ rows: [{ id: 'a' }] })).toBe(true);
    expect(conforms?.({ rows: [{ id: 'a' }, { id: 'b', password_hash: 'x' }] })).toBe(false);
    expect(conforms?.({ rows: [{}] })).toBe(false);
  });
});
