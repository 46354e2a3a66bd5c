import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import { bearer, sendJson } from '../auth/testing.ts';
import { createApp } from '../process/app.ts';
import { type EndpointName, inputOf, makeTenant, rowOf } from './tenant.ts';
import { ENGINES, testDeps } from './testing.ts';

/** Every endpoint that changes a row at a revision, with revisions that no row has. */

describe.each(ENGINES)('a revision on %s', (engine) => {
  it('that is none is refused, and one that no row has is stale, everywhere', async () => {
    const deps = await testDeps(engine);
    const app = createApp(deps);
    const tenant = await makeTenant(deps);
    const revised = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).filter(
      ([name]) => 'rev' in ((inputOf(name, tenant).body ?? {}) as object),
    );
    expect(revised.map(([name]) => name)).toEqual(expect.arrayContaining(['updateAccount', 'updatePerson', 'putShiftCalendar']));
    for (const [name, { method, path }] of revised) {
      const url = path.replace(/:(\w+)/g, (_, parameter: string) => rowOf(tenant, path, parameter));
      for (const [rev, answer] of [
        [1.5, '422 validation_failed'],
        [-1, '422 validation_failed'],
        [2 ** 31, '422 validation_failed'],
        [3e9, '422 validation_failed'],
        [1e300, '422 validation_failed'],
        ['1', '422 validation_failed'],
        [2 ** 31 - 1, '409 stale_rev'],
      ] as const) {
        const refused = await sendJson(app, method, url, { ...(inputOf(name, tenant).body as object), rev }, bearer(tenant.session));
        const { code } = (await refused.json()) as { code?: string };
        expect([name, rev, `${refused.status} ${code}`]).toEqual([name, rev, answer]);
      }
    }
  });
});
