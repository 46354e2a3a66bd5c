import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ENDPOINTS } from '../../contract/index.ts';
import { answerOf } from './http.ts';

/** Values that a response schema of the contract allows, from its own definition. */
function allowed(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const kept = (value: unknown) => {
    const parsed = (schema as z.ZodMiniType).safeParse(value);
    return parsed.success && Object.is(parsed.data, value);
  };
  // A rule over the whole, such as that of two numbers which must differ: the parts alone can't keep it.
  const right = (value: unknown) => (schema as z.ZodMiniType).safeParse(value).success;
  // biome-ignore lint/suspicious/noExplicitAny: zod's definitions are a union of a hundred shapes
  const def = schema._zod.def as any;
  switch (def.type) {
    case 'string':
      return textOf(def).filter(kept);
    case 'number':
      return numberOf(def).filter(kept);
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'record':
      return fc.dictionary(
        allowed(def.keyType).filter((key) => key !== '__proto__') as fc.Arbitrary<string>,
        def.valueType._zod.def.type === 'unknown' ? fc.jsonValue() : allowed(def.valueType),
        { noNullPrototype: true },
      );
    case 'boolean':
      return fc.boolean();
    case 'undefined':
      return fc.constant(undefined);
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'nullable':
      return fc.option(allowed(def.innerType));
    case 'optional':
      return fc.option(allowed(def.innerType), { nil: undefined });
    case 'array':
      return fc.array(allowed(def.element), { minLength: minimumOf(def), maxLength: 3 }).filter(right);
    case 'tuple':
      return fc.tuple(...def.items.map(allowed));
    case 'union':
      return fc.oneof(...def.options.map(allowed));
    case 'object':
      return fc
        .record(Object.fromEntries(Object.entries(def.shape).map(([name, inner]) => [name, allowed(inner as z.core.$ZodType)])), {
          noNullPrototype: true,
        })
        .filter(right);
    default:
      return fc.anything();
  }
}

interface Checked {
  // biome-ignore lint/suspicious/noExplicitAny: zod's definitions are a union of a hundred shapes
  checks?: { _zod: { def: any } }[];
}
/** Numbers within the bounds of one that has any, whole ones where its bounds are: others would be thrown away again and again. */
function numberOf({ checks = [] }: Checked): fc.Arbitrary<number> {
  const bound = (name: string): number | undefined => checks.find(({ _zod }) => _zod.def.check === name)?._zod.def.value;
  const [min, max] = [bound('greater_than'), bound('less_than')];
  if (![min, max].every((one) => one === undefined || Number.isInteger(one)))
    return fc.double({ ...(min !== undefined && { min }), ...(max !== undefined && { max }), noNaN: true, noDefaultInfinity: true });
  if (min !== undefined || max !== undefined) return fc.integer({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
  return fc.oneof(fc.integer({ min: 0, max: 7 }), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
}
const minimumOf = ({ checks = [] }: Checked): number => Math.max(0, ...checks.map(({ _zod }) => _zod.def.minimum ?? 0));
function textOf({ checks = [] }: Checked): fc.Arbitrary<string> {
  const pattern = checks.map(({ _zod }) => _zod.def.pattern).find((one) => one !== undefined);
  return pattern ? fc.stringMatching(pattern) : fc.string({ minLength: minimumOf({ checks }) });
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

describe('an answer on its way out', () => {
  it.each(Object.entries(ENDPOINTS))('of %s is checked by a compiled contract, which takes what is right as it is', (_, { response }) => {
    const compiled = z.compile(response, { strict: true });
    fc.assert(
      fc.property(allowed(response), (value) => {
        expect(compiled.safeParse(value)).toStrictEqual(response.safeParse(value));
        expect(compiled.safeParse(value).success).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it.each(Object.entries(ENDPOINTS))('of %s is refused or stripped by the compiled contract as by the parser', (_, { response }) => {
    const compiled = z.compile(response, { strict: true });
    fc.assert(
      fc.property(allowed(response).chain(spoiled), (value) => {
        const [quick, slow] = [compiled.safeParse(value), response.safeParse(value)];
        expect(quick.success).toBe(slow.success);
        expect(quick.data).toStrictEqual(slow.data);
        expect(quick.error?.issues).toStrictEqual(slow.error?.issues);
      }),
      { numRuns: 50 },
    );
  });

  it('carries no column that nobody declared', () => {
    const answer = answerOf({
      method: 'GET',
      path: '/v1/rows',
      access: 'user',
      response: z.object({ rows: z.array(z.object({ id: z.string() })) }),
      summary: '',
    });
    expect(answer({ rows: [{ id: 'a' }] })).toStrictEqual({ rows: [{ id: 'a' }] });
    expect(answer({ rows: [{ id: 'a' }, { id: 'b', password_hash: 'x' }] })).toStrictEqual({ rows: [{ id: 'a' }, { id: 'b' }] });
    expect(() => answer({ rows: [{}] })).toThrow('rows.0.id');
  });
});
