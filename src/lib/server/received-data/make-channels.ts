import { createChannels, type NewChannel } from '../channels/channels.service.ts';
import type { Decoded } from '../ingest/decoded.ts';
import { shownUnit } from '../ingest/ingest.service.ts';
import type { Ctx } from '../kernel/context.ts';
import type { LoggerOfMessages } from './change-messages.ts';

/** Keys of decoded messages that have no channel and may have one: a type names them, or the logger takes whatever comes. */
export function newKeys(
  { auto_channels, channel_limit }: Pick<LoggerOfMessages, 'auto_channels' | 'channel_limit'>,
  decoded: readonly Decoded[],
  known: ReadonlyMap<string, unknown>,
): Map<string, NewChannel> {
  const wanted = new Map<string, NewChannel>();
  for (const { keys, slot, value, units, named } of decoded)
    for (let i = 0; i < slot.length; i++) {
      const at = slot[i]!;
      const key = keys[at]!;
      if (known.has(key) || wanted.has(key) || (auto_channels !== 1 && !named?.[at])) continue;
      if (known.size + wanted.size >= channel_limit) return wanted;
      wanted.set(key, { value: value[i]!, unit: shownUnit(units?.[at]), ...named?.[at] });
    }
  return wanted;
}

/** Makes the channels that messages would have made if they had been read so when they came; true when any was wanted. */
export async function makeChannels(ctx: Ctx, logger: LoggerOfMessages, decoded: readonly Decoded[], known: ReadonlyMap<string, unknown>) {
  const wanted = newKeys(logger, decoded, known);
  if (wanted.size === 0) return false;
  await createChannels(ctx, { id: logger.id, workspaceId: logger.workspace_id, channelLimit: logger.channel_limit }, wanted);
  return true;
}
