import { formatInstant } from '../../domain/time/instant.ts';
import { fromStored } from '../channels/channel-values.ts';
import type { Bus } from '../kernel/context.ts';
import { type CommitResult, LEFT_OUT, type ReceivedMessage } from '../kernel/reading-store.ts';
import type { SendingLogger } from './sending-loggers.ts';

/** Tells those who watch the organisation of a stored message. */
export function publishMessage(
  bus: Bus,
  message: ReceivedMessage,
  result: CommitResult,
  logger: Pick<SendingLogger, 'name' | 'channels'>,
): void {
  const receivedAt = formatInstant(message.receivedAt);
  bus.publish(message.organizationId, {
    name: 'received',
    data: {
      id: result.id,
      workspace_id: message.workspaceId,
      datalogger_id: message.dataloggerId,
      datalogger_name: logger.name,
      door: message.door,
      content_type: message.contentType,
      received_at: receivedAt,
      size: message.size,
      status: message.status,
      points: result.points,
      new: result.new,
      duplicate: result.duplicate,
      replaced: result.replaced,
      error_count: message.errors.length,
      warning_count: message.warnings?.length ?? 0,
      topic: message.topic ?? null,
      withdrawn_at: null,
    },
  });

  // Nothing was stored of the message: there are no values to show, and it doesn't prove that the logger works.
  if (result.points === 0 || message.isHistory) return;
  const byNo = new Map([...logger.channels.values()].map((channel) => [channel.no, channel]));
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  const leftOut = new Map<number, number>();
  for (const { ts, channelNo, quality = 0 } of message.readings) {
    if (ts < from) from = ts;
    if (ts > to) to = ts;
    if ((quality & LEFT_OUT) !== 0) leftOut.set(channelNo, Math.max(ts, leftOut.get(channelNo) ?? ts));
  }
  bus.publish(message.organizationId, {
    name: 'values',
    data: {
      datalogger_id: message.dataloggerId,
      workspace_id: message.workspaceId,
      // The message has just come, and paused loggers never get here.
      state: 'online',
      last_seen_at: receivedAt,
      channels: result.lasts.flatMap(({ channelNo, ts, num, text }) => {
        const channel = byNo.get(channelNo);
        return channel ? [{ id: channel.id, key: channel.key, ts: formatInstant(ts), value: fromStored(channel.kind, { num, text }) }] : [];
      }),
      from: message.readings.length > 0 ? formatInstant(from) : receivedAt,
      to: message.readings.length > 0 ? formatInstant(to) : receivedAt,
      ...(leftOut.size === 0
        ? {}
        : {
            left_out: [...leftOut].flatMap(([no, ts]) => {
              const channel = byNo.get(no);
              return channel ? [{ id: channel.id, ts: formatInstant(ts) }] : [];
            }),
          }),
    },
  });
}
