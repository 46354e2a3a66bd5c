/** Organisations whose checklist the person put away: a cookie, so that the server leaves it out too. */
export const STEPS_COOKIE = 'steps-hidden';
const KEPT = 8;

const listOf = (cookie: string | null | undefined): string[] => (cookie ? cookie.split('.') : []);

export const hiddenIn = (cookie: string | null | undefined, organization: string): boolean => listOf(cookie).includes(organization);

/** The cookie with one more organisation, the newest first. */
export const withHidden = (cookie: string | null | undefined, organization: string): string =>
  [organization, ...listOf(cookie).filter((one) => one !== organization)].slice(0, KEPT).join('.');
