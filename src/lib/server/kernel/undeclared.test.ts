import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { FieldError, Problem } from '../../contract/errors.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import { bearer, sendJson } from '../auth/testing.ts';
import { createApp } from '../process/app.ts';
import { type EndpointName, inputOf, makeTenant, rowOf } from '../testing/tenant.ts';
import { ENGINES, testDeps } from '../testing/testing.ts';
import { undeclaredFields } from './undeclared.ts';

/** Every endpoint of the contract: what it doesn't name can't be set, and nobody is told that it was. */

const all = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][];
/** What a logger sends is kept as it came and read row by row (`decodeJson`): unknown fields of readings are no error. */
const OWN_RULES: EndpointName[] = [
  'ingestJson',
  'ingestSenml',
  'thingsboardTelemetry',
  'influxWrite',
  'influxWriteV2',
  'ingestTheThingsStack',
  'ingestChirpstack',
  'ingestCollectd',
];
/** Judged one by one by the verb, since a broken one must not cost the others: what lies below isn't the body's schema to refuse. */
const JUDGED_BELOW: Partial<Record<EndpointName, string>> = { sendTaps: 'taps' };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Paths of all objects in a value, the value itself first. */
function objectsIn(value: unknown, path: string[] = []): string[][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsIn(item, [...path, String(index)]));
  if (!isObject(value)) return [];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => objectsIn(inner, [...path, key]))];
}
/** The value with one field more in the object at the path. */
function withField(value: unknown, path: readonly string[], field: string): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  let at = copy;
  for (const key of path) at = at[key] as Record<string, unknown>;
  at[field] = 1;
  return copy;
}
const shapeOf = (schema: z.ZodMiniType) => Object.keys((schema as z.ZodMiniObject)._zod.def.shape ?? {});

describe.each(ENGINES)('what the contract does not name, on %s', (engine) => {
  async function setUp() {
    const deps = await testDeps(engine);
    const tenant = await makeTenant(deps);
    const app = createApp(deps);
    const call = async (name: EndpointName, body: unknown, more = '') => {
      const { method, path } = ENDPOINTS[name] as Endpoint;
      const url = path.replace(/:(\w+)/g, (_, parameter: string) => rowOf(tenant, path, parameter)) + more;
      const answer = await sendJson(app, method, url, body, bearer(tenant.session));
      const { code, errors = [] } = (answer.status === 422 ? await answer.json() : {}) as Partial<Problem>;
      return { status: answer.status, code, errors };
    };
    return { tenant, call };
  }

  it('is refused by every endpoint with a body, at every depth, with its path', async () => {
    const { tenant, call } = await setUp();
    expect(all.filter(([, { access, body }]) => access === 'device' && !body).map(([name]) => name)).toEqual(OWN_RULES);
    for (const [name, { body: schema }] of all.filter(([, { body }]) => body)) {
      const body = inputOf(name, tenant).body ?? {};
      const places = objectsIn(body).filter(([first]) => first === undefined || first !== JUDGED_BELOW[name]);
      expect([name, schema !== undefined, places.length > 0]).toEqual([name, true, true]);
      for (const place of places) {
        const path = [...place, 'neznámé'].join('.');
        const { status, code, errors } = await call(name, withField(body, place, 'neznámé'));
        expect([name, status, code]).toEqual([name, 422, 'validation_failed']);
        expect(errors).toContainEqual({ path, code: 'unknown_field' } satisfies FieldError);
      }
    }
  });

  it('but belongs to the row, is refused by every change as a field that can’t be changed', async () => {
    const { tenant, call } = await setUp();
    const changes = all.filter(([, { method, body }]) => body && (method === 'PATCH' || method === 'PUT'));
    expect(changes.length).toBeGreaterThan(8);
    for (const [name, { body: schema, response }] of changes) {
      const body = inputOf(name, tenant).body ?? {};
      const fixed = shapeOf(response).filter((field) => !shapeOf(schema as z.ZodMiniType).includes(field));
      for (const field of fixed) {
        const { status, errors } = await call(name, withField(body, [], field));
        expect([name, status]).toEqual([name, 422]);
        expect([name, errors]).toEqual([name, expect.arrayContaining([{ path: field, code: 'immutable_field' }])]);
      }
    }
    for (const field of ['key', 'workspace_id'])
      expect(await call('updateChannel', { rev: 1, [field]: 'counter' })).toEqual({
        status: 422,
        code: 'validation_failed',
        errors: [{ path: field, code: 'immutable_field' }],
      });
  });

  it('is refused in the query of every endpoint that has parameters: a misspelt filter would answer with everything', async () => {
    const { tenant, call } = await setUp();
    for (const [name, { method }] of all.filter(([, { query, access }]) => query && access !== 'device')) {
      const { query = '' } = inputOf(name, tenant);
      const { status, errors } = await call(name, method === 'GET' ? undefined : {}, `${query}${query ? '&' : '?'}datalogger=x`);
      expect([name, status, errors]).toEqual([name, 422, [{ path: 'datalogger', code: 'unknown_field' }]]);
    }
  });
});

describe('undeclared fields', () => {
  const answer = { method: 'PATCH', response: z.object({ kind: z.string() }) } as const;
  const codes = (schema: z.ZodMiniType, input: unknown) =>
    undeclaredFields(answer, schema, input).map(({ path, code }) => `${path} ${code}`);
  const part = z.object({ a: z.optional(z.string()) });

  it('are found in lists, records, optional parts and whichever option of a union fits best', () => {
    const body = z.object({
      list: z.optional(z.array(part)),
      record: z.nullable(z.record(z.string(), part)),
      either: z.union([z.string(), part, z.object({ b: z.string() })]),
      free: z.unknown(),
    });
    const input = { list: [{ a: '' }, { x: 1 }], record: { one: { y: 1 } }, either: { b: '', z: 1 }, free: { any: 1 }, kind: 1 };
    expect(codes(body, input)).toEqual([
      'kind immutable_field',
      'list.1.x unknown_field',
      'record.one.y unknown_field',
      'either.z unknown_field',
    ]);
    expect(codes(body, { list: 'x', record: null, either: 'x' })).toEqual([]);
    expect(codes(body, [1])).toEqual([]);
  });

  it('are named fifty at most, those of prototypes too', () => {
    expect(codes(part, JSON.parse('{"__proto__":1,"constructor":1}'))).toEqual(['__proto__ unknown_field', 'constructor unknown_field']);
    expect(codes(part, Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`f${i}`, 1])))).toHaveLength(50);
  });
});
