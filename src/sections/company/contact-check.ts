import { CONTACT_LIMITS } from '../../lib/contract/contact-limits.ts';
import { isEmailAddress } from '../../lib/validation/email.ts';

/** What is wrong with a field of the contact form, by the limits of the contract; without zod, since a public page ships it. */

const CONTACT_FIELDS = ['name', 'email', 'topic', 'message'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];
export type ContactProblem = 'required' | 'email' | 'short' | 'long';

export const isContactField = (name: string): name is ContactField => (CONTACT_FIELDS as readonly string[]).includes(name);

/** Null when the server would take it. */
export function problemOf(field: ContactField, value: string): ContactProblem | null {
  const text = value.replace(/\r\n?/g, '\n').trim();
  if (text === '') return 'required';
  if (field !== 'topic' && text.length > CONTACT_LIMITS[field]) return 'long';
  if (field === 'email' && !isEmailAddress(text)) return 'email';
  if (field === 'message' && text.length < CONTACT_LIMITS.shortest) return 'short';
  return null;
}
