/** What the contact form takes. Imports nothing, since the script of a public page has it too. */

export const CONTACT_TOPICS = ['question', 'trial', 'hosting', 'personal_data', 'fault', 'other'] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

/** Characters, as browsers count them for `maxlength`. */
export const CONTACT_LIMITS = { name: 120, email: 254, shortest: 10, message: 4_000 } as const;
/** Nobody reads the form, fills it in and sends it sooner; milliseconds. */
export const CONTACT_SOONEST_MS = 3_000;
/** Days that a message is kept. */
export const CONTACT_KEPT_DAYS = 180;
