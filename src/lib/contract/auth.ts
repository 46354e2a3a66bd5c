import * as z from 'zod/mini';
import { id } from './common.ts';
import { endpoint } from './endpoint.ts';
import { DURATION_FORMATS, formats } from './formats.ts';
import { SCOPES } from './scopes.ts';

const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());
/** Long enough for a sentence, short enough that hashing stays cheap. */
const password = z.string().check(z.minLength(10), z.maxLength(200));

export const credentials = z.object({ email: z.string().check(z.maxLength(254)), password: z.string().check(z.maxLength(200)) });
export const tokens = z.object({ token: z.string(), refresh_token: z.string() });
export type Tokens = z.infer<typeof tokens>;

/** The signed-in person with everything that decides what he sees. `scope` is the union over all his roles. */
export const profile = z.object({
  id,
  email: z.string(),
  name: z.string(),
  locale: z.enum(['cs', 'en', 'sk']),
  base_roles: z.object({ access_all_orgs: z.boolean() }),
  links: z.object({
    organizations: z.array(
      z.object({
        organization_id: id,
        name: z.string(),
        roles: z.array(z.string()),
        /** ISO day on which its week begins; absent = Monday. */
        first_day: z.optional(z.number()),
        /** How it writes durations; absent = `hms`. */
        duration_format: z.optional(z.enum(DURATION_FORMATS)),
      }),
    ),
    workspaces: z.array(
      // `time_zone` is the IANA zone in which days and clock times of the workspace are shown.
      z.object({ workspace_id: id, organization_id: id, name: z.string(), time_zone: z.string(), roles: z.array(z.string()) }),
    ),
  }),
  scope: z.array(z.enum(SCOPES)),
  /** Names the person's picture; see getAvatar. */
  avatar: z.optional(z.nullable(z.string())),
  /** What the person chose himself; absent = nothing. The week and durations are then as the organisation has them. */
  formats: z.optional(formats),
});
export type Profile = z.infer<typeof profile>;

export const login = endpoint({
  method: 'POST',
  path: '/v1/auth/login',
  access: 'public',
  body: credentials,
  response: tokens,
  summary: 'Sign in with e-mail and password',
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/v1/auth/refresh_token',
  access: 'public',
  body: z.object({ token: z.string().check(z.maxLength(500)) }),
  response: tokens,
  summary: 'Exchange a refresh token for a new pair; within 30 s the same successor is given again',
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/v1/auth/profile',
  access: 'user',
  response: profile,
  summary: 'The signed-in person, his organisations, workspaces, roles and scopes',
});

/** First-run set-up: the one-time link's token opens it, the first organisation closes it for ever. */
export const setup = endpoint({
  method: 'POST',
  path: '/v1/auth/setup',
  access: 'public',
  body: z.object({
    token: z.string().check(z.maxLength(200)),
    email,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    password,
    organization: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    workspace: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
    time_zone: z.string().check(z.maxLength(64)),
    locale: z.enum(['cs', 'en', 'sk']),
  }),
  response: tokens,
  status: 201,
  summary: 'Create the first organisation and its owner',
});
