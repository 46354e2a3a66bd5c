import * as z from 'zod/mini';
import { id, instant } from './common.ts';
import { endpoint } from './endpoint.ts';

/** What a user agent can be told to be. Browsers that pass themselves off as Chrome are Chrome; an iPad may pass itself off as a Mac. */
export const BROWSERS = ['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung_internet'] as const;
export const SYSTEMS = ['android', 'chromeos', 'ipad', 'iphone', 'linux', 'macos', 'windows'] as const;
export const browserAndSystem = z.object({ browser: z.nullable(z.enum(BROWSERS)), system: z.nullable(z.enum(SYSTEMS)) });
export type BrowserAndSystem = z.infer<typeof browserAndSystem>;

/** A signed-in browser of the person who asks. Nothing that opens it is ever shown. */
export const session = z.object({
  id,
  /** The one that asks. */
  current: z.boolean(),
  ...browserAndSystem.shape,
  created_at: instant,
  /** When it last got an access token: at most a quarter of an hour before it last did anything. */
  last_active_at: instant,
  expires_at: instant,
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
});
export type Session = z.infer<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/v1/auth/sessions',
  access: 'user',
  response: z.object({ items: z.array(session) }),
  summary: "The person's signed-in browsers, this one first, then the last active",
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/v1/auth/sessions/:session_id',
  access: 'user',
  response: z.object({ id, revoked_at: instant }),
  summary: 'Sign a browser out: it is refused at once, and its live streams end',
});

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/v1/auth/sessions',
  access: 'user',
  response: z.object({ revoked: z.number() }),
  summary: 'Sign all browsers out but the one that asks',
});
