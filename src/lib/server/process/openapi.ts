import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ERROR_CODES, ERRORS, problem } from '../../contract/errors.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import type { App } from '../kernel/http.ts';

/** OpenAPI 3.1 from the contract, and a page for people made of it: no scripts, no third party. */

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: unknown;
}
interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}
export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
}

type JsonSchema = { type?: unknown; properties?: Record<string, unknown>; required?: string[] };

/** What comes in may have no other fields than these, and so says its schema. */
const closed: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ jsonSchema }) => {
  if (jsonSchema.properties) jsonSchema.additionalProperties ??= false;
};
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    ...(io === 'input' ? { override: closed } : {}),
  }) as JsonSchema & { $schema?: string };
  return json;
};

export function openApi(endpoints: Record<string, Endpoint> = ENDPOINTS): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operation(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Taktlog', version: '1' },
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of a signed-in person' },
        device: {
          type: 'http',
          scheme: 'bearer',
          description: "A data logger's token; also `Token …`, or Basic with the token as user or password",
        },
      },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Operation {
  const query = endpoint.query ? schemaOf(endpoint.query, 'input') : undefined;
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.scope ? { description: `Scope: ${[endpoint.scope, endpoint.orScope].filter(Boolean).join(' or ')}` } : {}),
    security: endpoint.access === 'public' ? [] : [{ [endpoint.access]: [] }],
    parameters: [
      ...[...endpoint.path.matchAll(/:(\w+)/g)].map(
        ([, parameter]): Parameter => ({
          name: parameter as string,
          in: 'path',
          required: true,
          schema: { type: 'string', format: 'uuid' },
        }),
      ),
      ...Object.entries(query?.properties ?? {}).map(
        ([parameter, schema]): Parameter => ({
          name: parameter,
          in: 'query',
          required: query?.required?.includes(parameter) ?? false,
          schema,
        }),
      ),
    ],
    ...(endpoint.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
      : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'OK',
        content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
      },
      default: { description: 'Problem', content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    },
  };
}

/** All that the reference has of looks: light and dark, and nothing is wider than a phone. */
const STYLE = [
  ':root{color-scheme:light dark;background:light-dark(#fff,#111615);color:light-dark(#111817,#e6ecea)}',
  'body{max-width:60rem;margin:auto;padding:1rem 1rem 3rem;font:.9375rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}',
  'a{color:light-dark(#00766d,#3ec5bb)}',
  'h1{font-size:1.75rem;line-height:1.2}',
  'h2{margin:0;font-size:1rem}',
  'body>h2{margin-top:2rem}',
  'p{margin:.25rem 0}',
  'p+p,summary{color:light-dark(#55615e,#a3afac)}',
  'section{padding:.75rem 0;border-top:1px solid light-dark(#dfe5e3,#29322f)}',
  'summary{cursor:pointer}',
  'pre{margin:.5rem 0 0;padding:.75rem;background:light-dark(#f3f5f4,#1a211f);font-size:.8125rem;white-space:pre-wrap}',
  'table{border-collapse:collapse}',
  'td,th{padding:.2rem 1.5rem .2rem 0;text-align:left}',
].join('');
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The reference as one plain page. */
function referencePage(api: OpenApi): string {
  const rows = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary, description, security, parameters, requestBody, responses }]) => {
      const access = Object.keys(security[0] ?? { public: [] })[0] ?? 'public';
      const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name, required }) => (required ? name : `${name}?`));
      return `<section><h2><code>${method.toUpperCase()} ${escaped(path)}</code></h2><p>${escaped(summary)}</p>
<p>${escaped([`Access: ${access}`, description, query.length > 0 ? `Query: ${query.join(' ')}` : undefined].filter(Boolean).join(' · '))}</p>
<details><summary>JSON</summary><pre>${escaped(JSON.stringify({ requestBody, responses }, null, 1))}</pre></details></section>`;
    }),
  );
  const codes = ERROR_CODES.map((code) => `<tr id="${code}"><td><code>${code}</code></td><td>${ERRORS[code].status}</td></tr>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Taktlog API</title><style>${STYLE}</style><meta name="robots" content="noindex"></head><body><h1>Taktlog API</h1>
<p><a href="/v1/openapi.json">OpenAPI 3.1</a></p>${rows.join('\n')}
<h2>Error codes</h2><table><thead><tr><th>code</th><th>status</th></tr></thead><tbody>${codes.join('')}</tbody></table></body></html>`;
}

export function registerReference(app: App): void {
  // Made at the first request: a process that nobody asks doesn't pay for it.
  let api: OpenApi | undefined;
  const made = () => {
    api ??= openApi();
    return api;
  };
  app.get('/v1/openapi.json', (c) => {
    c.header('Cache-Control', 'no-cache');
    return c.json(made());
  });
  app.get('/v1/docs', (c) => {
    c.header('Cache-Control', 'no-cache');
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    return c.html(referencePage(made()));
  });
}
