import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../contract/errors.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import { testDeps } from '../testing/testing.ts';
import { createApp } from './app.ts';
import { type OpenApi, openApi } from './openapi.ts';

describe('the API reference', () => {
  it('describes every endpoint with its access, parameters and bodies', async () => {
    const answer = await createApp(await testDeps('sqlite')).request('/v1/openapi.json');
    expect(answer.headers.get('content-type')).toContain('application/json');
    const api = (await answer.json()) as OpenApi;
    expect(api.openapi).toBe('3.1.0');
    expect(api).toEqual(JSON.parse(JSON.stringify(openApi())));
    for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
      const operation = api.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
      expect(operation?.operationId).toBe(name);
      expect(operation?.security).toEqual(endpoint.access === 'public' ? [] : [{ [endpoint.access]: [] }]);
    }
    const list = api.paths['/v1/orgs/{organization_id}/dataloggers']?.get;
    expect(list?.parameters).toContainEqual({
      name: 'organization_id',
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    });
    expect(list?.parameters.map((parameter) => parameter.name)).toContain('cursor');
    expect(api.paths['/v1/auth/login']?.post?.requestBody).toMatchObject({
      content: { 'application/json': { schema: { type: 'object', required: ['email', 'password'], additionalProperties: false } } },
    });
  });

  it('is a page for people too, without scripts and without anything from elsewhere', async () => {
    const answer = await createApp(await testDeps('sqlite')).request('/v1/docs');
    const html = await answer.text();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const endpoint of Object.values(ENDPOINTS))
      expect(html).toContain(`${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`);
    for (const code of ERROR_CODES) expect(html).toContain(`id="${code}"`);
    expect(html).not.toMatch(/<script|<link|src=|https?:\/\//);
  });
});
