import * as z from 'zod/mini';
import { tokens } from './auth.ts';
import { id, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { formats } from './formats.ts';

/** The signed-in person's own settings, and the ways back in without the password. */

/** Which mails the person wants. Mails that he asks for himself (reset, invitation) always come. */
export const notifications = z.object({
  /** Somebody signed in to the account in a browser that it does not know. */
  new_device: z.boolean(),
  /** A logger of a favourite, or of any workspace where he has a role, went silent. */
  silent_loggers: z.enum(['none', 'favorites', 'all']),
  /** Severities of alarms of which he is mailed, where rules name him. Missing = all. */
  alarm_severities: z.optional(z.array(z.enum(['info', 'warning', 'critical'])).check(z.maxLength(3))),
  /** The same for messages to his browsers. */
  push_severities: z.optional(z.array(z.enum(['info', 'warning', 'critical'])).check(z.maxLength(3))),
  /** Hours of each day, by the clock of the alarm's workspace, in which alarms are kept back. Missing or null = none. */
  quiet: z.optional(
    z.nullable(
      z.object({
        /** Minutes of the day; where `to` isn't after `from` they end on the next day. */
        from: z.int().check(z.gte(0), z.lte(1_439)),
        to: z.int().check(z.gte(0), z.lte(1_439)),
        /** Critical ones come all the same. */
        critical: z.boolean(),
      }),
    ),
  ),
});
export type Notifications = z.infer<typeof notifications>;

export const account = z.object({
  id,
  email: z.string(),
  name: z.string(),
  locale: z.enum(['cs', 'en', 'sk']),
  avatar: z.nullable(z.string()),
  formats,
  notifications,
  rev: z.number(),
});
export type Account = z.infer<typeof account>;

export const getAccount = endpoint({
  method: 'GET',
  path: '/v1/auth/account',
  access: 'user',
  response: account,
  summary: "One's own settings",
});

export const updateAccount = endpoint({
  method: 'PATCH',
  path: '/v1/auth/account',
  access: 'user',
  body: z.object({
    rev,
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u))),
    locale: z.optional(z.enum(['cs', 'en', 'sk'])),
    formats: z.optional(formats),
    notifications: z.optional(notifications),
  }),
  response: account,
  summary: "Change one's own settings; a stale `rev` answers 409 with the current ones",
});

const password = z.string().check(z.minLength(10), z.maxLength(200));

export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/auth/password',
  access: 'user',
  body: z.object({ current: z.string().check(z.maxLength(200)), password }),
  response: z.object({ revoked: z.number() }),
  summary: 'Choose a new password; all other browsers are signed out',
});

export const putAvatar = endpoint({
  method: 'PUT',
  path: '/v1/auth/avatar',
  access: 'user',
  response: account,
  summary: 'Set the picture: the body is a picture (jpg, png, webp, gif, bmp, at most 10 MB)',
});

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/v1/auth/avatar',
  access: 'user',
  response: account,
  summary: 'Take the picture away',
});

export const getAvatar = endpoint({
  method: 'GET',
  path: '/v1/auth/avatar',
  access: 'user',
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
  response: z.unknown(),
  summary: "One's own picture as WebP",
});

/** Answers the same, as fast, whether or not there is such an account. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/v1/auth/password_reset',
  access: 'public',
  body: z.object({ email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)), locale: z.enum(['cs', 'en', 'sk']) }),
  response: z.object({ accepted: z.literal(true) }),
  summary: 'Ask for a link to choose a new password; it expires after an hour',
});

export const lookAtPasswordReset = endpoint({
  method: 'POST',
  path: '/v1/auth/password_reset/look',
  access: 'public',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  response: z.object({ email: z.string() }),
  summary: 'Is the link still good?',
});

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/v1/auth/password_reset/confirm',
  access: 'public',
  body: z.object({ token: z.string().check(z.maxLength(200)), password }),
  response: tokens,
  summary: 'Choose the new password: all browsers are signed out, this one signs in',
});
