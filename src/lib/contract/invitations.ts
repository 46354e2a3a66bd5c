import * as z from 'zod/mini';
import { tokens } from './auth.ts';
import { id, instant, listOf, listQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { roleSet } from './people.ts';

/** pending · accepted · expired · revoked */
export const INVITATION_STATES = ['pending', 'accepted', 'expired', 'revoked'] as const;

export const invitation = z.object({
  id,
  email: z.string(),
  name: z.string(),
  locale: z.enum(['cs', 'en', 'sk']),
  roles: roleSet,
  state: z.enum(INVITATION_STATES),
  /** Null while the mail could not be handed over. */
  sent_at: z.nullable(instant),
  /**
   * `sent`: a mail server has it · `waiting`: it is tried · `failed`: it is tried no more · `none`: there was no mail server, so the link has to be
   * handed over in another way.
   */
  mail: z.enum(['sent', 'waiting', 'failed', 'none']),
  /** Why the last try failed, as a code of the mail server; null when none did. */
  mail_error: z.nullable(z.string()),
  expires_at: instant,
  created_at: instant,
  created_by: z.nullable(id),
});
export type Invitation = z.infer<typeof invitation>;

/** `link` only where no mail brings it, and only in this answer: nobody can ask for it again. */
const invited = z.object({ ...invitation.shape, link: z.optional(z.string()) });

export const listInvitations = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/invitations',
  access: 'user',
  scope: 'members:manage',
  query: z.object({ ...listQuery, state: z.optional(z.enum([...INVITATION_STATES, 'all'])) }),
  response: listOf(invitation),
  summary: 'Invitations, newest first; pending and expired ones unless a state is asked for',
});

export const createInvitation = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/invitations',
  access: 'user',
  scope: 'members:manage',
  body: z.object({
    id: z.optional(id),
    email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email()),
    name: z.optional(z.string().check(z.trim(), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u))),
    locale: z.optional(z.enum(['cs', 'en', 'sk'])),
    roles: roleSet,
  }),
  response: invited,
  status: 201,
  summary:
    'Invite by e-mail; the link expires after 7 days and stands in the answer when no mail server is set. 409 already_member when one sees the person there, conflict when he is invited already (send that one again) or deactivated',
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/invitations/:id/resend',
  access: 'user',
  scope: 'members:manage',
  response: invited,
  summary: 'Send it again with a new link; the one before loses its force',
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/v1/orgs/:organization_id/invitations/:id',
  access: 'user',
  scope: 'members:manage',
  response: invitation,
  summary: 'Take an invitation back',
});

const token = z.string().check(z.maxLength(200));

/** What the invited person sees before accepting. `known`: the e-mail has an account, whose password accepting asks for. */
export const lookAtInvitation = endpoint({
  method: 'POST',
  path: '/v1/auth/invitations/look',
  access: 'public',
  body: z.object({ token }),
  response: z.object({
    organization_id: id,
    organization: z.string(),
    /** Where the person will work; null when it is no single workspace. */
    workspace_id: z.nullable(id),
    /** Who invites; null when it isn't a person any more. */
    inviter: z.nullable(z.string()),
    email: z.string(),
    name: z.string(),
    locale: z.enum(['cs', 'en', 'sk']),
    known: z.boolean(),
    expires_at: instant,
  }),
  summary: 'What an invitation offers',
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/v1/auth/invitations/accept',
  access: 'public',
  body: z.object({
    token,
    // Of a new account; one that is there keeps its own.
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u))),
    locale: z.optional(z.enum(['cs', 'en', 'sk'])),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  response: tokens,
  status: 201,
  summary: 'Accept an invitation: makes the account or takes the password of the one that is there, and signs in',
});

/** Whether mails leave, for those who invite and could tell the operator. */
export const getMailState = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/mail',
  access: 'user',
  scope: 'members:manage',
  response: z.object({ leaves: z.boolean() }),
  summary: 'Does the installation have a mail server? Without one nobody is sent anything',
});
