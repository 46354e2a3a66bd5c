import type { Charted } from '../../lib/client/charts/charted.store.ts';
import { MOST_CHARTED } from '../../lib/contract/channels.ts';
import { isUuid } from '../../lib/routes.ts';

/** Which channels a chart shows, in its address: `ch=ID.ID`, or what it is opened with: `logger=ID.ID`, `machine=ID`. */

const idsOf = (text: string | undefined): string[] => [...new Set(text?.split('.').filter(isUuid))];

export function readCharted(query: Readonly<Record<string, string | undefined>>): Charted {
  return {
    channels: idsOf(query.ch).slice(0, MOST_CHARTED),
    dataloggers: idsOf(query.logger).slice(0, MOST_CHARTED),
    machine: idsOf(query.machine)[0] ?? null,
  };
}

/** Null = not in the address. */
export const writeCharted = (channels: readonly string[]): Record<'ch' | 'logger' | 'machine', string | null> => ({
  ch: channels.length === 0 ? null : channels.join('.'),
  logger: null,
  machine: null,
});
