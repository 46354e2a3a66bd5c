import { type Embed, MOST_ORIGINS } from '../../lib/contract/embeds.ts';
import type { useT } from '../../lib/i18n/react.tsx';
import { failureOf } from '../ui/problem.ts';
import { readOrigins } from './origins.ts';

export interface Chosen {
  id: string;
  name: string;
  logger: string | null;
}
export type EmbedValues = { name: string; view: Embed['view']; channels: readonly Chosen[]; origins: string; days: number | null };
/** What no field says by itself. */
export interface Fault {
  of: 'channels' | 'origins';
  text: string;
}
type Words = ReturnType<typeof useT>;

/** What is wrong with what was chosen and written, before anything is sent. */
export function faultOf({ channels, origins }: Pick<EmbedValues, 'channels' | 'origins'>, t: Words): Fault | null {
  const read = readOrigins(origins);
  if (channels.length === 0) return { of: 'channels', text: t('embeds:no_channels') };
  if (read.bad !== null) return { of: 'origins', text: t('embeds:origin_bad', { origin: read.bad }) };
  if (read.origins.length === 0) return { of: 'origins', text: t('embeds:origins_missing') };
  return read.origins.length > MOST_ORIGINS ? { of: 'origins', text: t('embeds:origins_most', { count: MOST_ORIGINS }) } : null;
}

/** The channel that the server refused: somebody archived it, or moved it to another workspace. */
export function refusedChannel(error: unknown, channels: readonly Chosen[], t: Words): Fault | null {
  for (const { path } of failureOf(error).errors) {
    const [field, index] = path.split('.');
    const channel = field === 'channels' ? channels[Number(index)] : undefined;
    if (channel) return { of: 'channels', text: t('embeds:channel_gone', { name: channel.name }) };
  }
  return null;
}
