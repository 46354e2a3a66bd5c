import type * as z from 'zod/mini';
import type { Scope } from './scopes.ts';

/** An endpoint is a plain constant; server, client, tests and OpenAPI are derived from it. */

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Schema = z.ZodMiniType;

type ParamName<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
export type Params<P extends string> = { [K in ParamName<P>]: string };

export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  /** `user`: a signed-in person; `device`: a logger with its token; `public`: anybody (a closed list, held by a test). */
  readonly access: 'public' | 'user' | 'device';
  /** The scope without which the answer is 403. Checked against the organisation of the path. */
  readonly scope?: Scope;
  /** Whoever has this one instead is let in too. */
  readonly orScope?: Scope;
  /** The scope is wanted in the whole organisation: that of a workspace isn't enough. */
  readonly whole?: true;
  /** Parameters that it doesn't name are refused with 422; an endpoint without a query takes no notice of any. */
  readonly query?: Schema;
  /** Fields that it doesn't name are refused with 422, at every depth: `immutable_field` for one of the row, else `unknown_field`. */
  readonly body?: Schema;
  /** The largest body, bytes, where it isn't the usual one. */
  readonly maxBytes?: number;
  readonly response: Schema;
  /** 204 has no body. */
  readonly status?: 200 | 201 | 204;
  /** One line for the API reference. */
  readonly summary: string;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export type QueryOf<E extends Endpoint> = E['query'] extends Schema ? z.output<E['query']> : Record<never, never>;
export type QueryInput<E extends Endpoint> = E['query'] extends Schema ? z.input<E['query']> : Record<never, never>;
export type BodyOf<E extends Endpoint> = E['body'] extends Schema ? z.output<E['body']> : undefined;
export type BodyInput<E extends Endpoint> = E['body'] extends Schema ? z.input<E['body']> : undefined;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
export type ResponseInput<E extends Endpoint> = z.input<E['response']>;
