import type { Embed } from '../../lib/contract/embeds.ts';

/** @param now null = the page waits for its clock */
export const isOver = ({ expires_at }: Pick<Embed, 'expires_at'>, now: number | null): boolean =>
  now !== null && Date.parse(expires_at) <= now;
