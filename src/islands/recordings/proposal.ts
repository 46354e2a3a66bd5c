import { MOST_RECORDED } from '../../lib/contract/recordings.ts';
import { isUuid } from '../../lib/routes.ts';

/** A recording that a chart proposes, in the address of the list: `rec=ID.ID&start=…&end=…#new`. */
export interface Proposal {
  channels: readonly string[];
  /** RFC 3339. */
  from: string;
  to: string;
}

const moment = (text: string | null): string | null => {
  const ms = text === null || !/^\d{1,14}$/.test(text) ? Number.NaN : Number(text);
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
};

export function readProposal(query: URLSearchParams): Proposal | null {
  const channels = (query.get('rec') ?? '').split('.').filter(isUuid).slice(0, MOST_RECORDED);
  const [from, to] = [moment(query.get('start')), moment(query.get('end'))];
  return channels.length === 0 || from === null || to === null ? null : { channels, from, to };
}
