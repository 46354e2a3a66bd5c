import type { ReceivedStatus } from '../../lib/contract/received-status.ts';
import type { StatusKind } from '../ui/StatusLamp.tsx';

/** Lamp of each status of a message. */
export const STATUS_LAMP: Record<ReceivedStatus, StatusKind> = {
  stored: 'online',
  partial: 'late',
  rejected: 'alarm',
  unparsed: 'alarm',
  paused: 'paused',
};
