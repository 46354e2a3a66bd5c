import * as z from 'zod/mini';
import { CONTACT_LIMITS, CONTACT_TOPICS } from './contact-limits.ts';
import { endpoint } from './endpoint.ts';

/** What visitors write to the operator. */

const { name, email, shortest, message } = CONTACT_LIMITS;

/** Forms send line ends as CR LF; they count as one character, as the browser counted them. */
const lineEnds = z.overwrite<string>((text) => text.replace(/\r\n?/g, '\n'));

export const contactMessage = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(name), z.regex(/^[^\p{Cc}]*$/u)),
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(email), z.email()),
  topic: z.enum(CONTACT_TOPICS),
  message: z.string().check(lineEnds, z.trim(), z.minLength(shortest), z.maxLength(message), z.regex(/^[\P{Cc}\n\t]*$/u)),
  /** Language of the page on which it was written. */
  locale: z.enum(['cs', 'en', 'sk']),
  /** A field that people don't see: whoever fills it in is no person. */
  link: z.optional(z.string().check(z.maxLength(2_000))),
  /** Milliseconds from the page to the submit, where the page could count them. */
  elapsed_ms: z.optional(z.int().check(z.gte(0))),
});

/** The same address takes the plain form, urlencoded, and answers it 303 to the page. Programs get the same answer as people. */
export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/v1/contact',
  access: 'public',
  body: contactMessage,
  response: z.object({ accepted: z.literal(true) }),
  summary: 'Write to the operator of the installation',
});
