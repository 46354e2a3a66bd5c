/**
 * What became of a message as a whole; apart from its contract, since pages of loggers and charts need to know no more of messages.
 * stored: every reading was taken; partial: some were refused; rejected: all were; unparsed: the body could not be read and waits for a
 * better decoder; paused: nobody looked into it, since its logger takes no messages.
 */
export const RECEIVED_STATUSES = ['stored', 'partial', 'rejected', 'unparsed', 'paused'] as const;
export type ReceivedStatus = (typeof RECEIVED_STATUSES)[number];

/** Of a refused message nothing was stored but its body. */
export const isRefused = (status: ReceivedStatus): boolean => status !== 'stored' && status !== 'partial';
