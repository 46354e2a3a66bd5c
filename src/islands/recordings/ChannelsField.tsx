import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { suggestedLimits } from '../../lib/client/recordings/recording.store.ts';
import type { ChannelChoice, ChannelKind } from '../../lib/contract/channels.ts';
import type { RecordingLimits } from '../../lib/contract/recordings.ts';
import { unitsOf } from '../../lib/domain/quantities/quantities.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { ChannelLimits } from './ChannelLimits.tsx';
import { ChannelPick } from './ChannelPick.tsx';
import { isJudged, NO_LIMITS, type ShownLimits, shownLimits, storedLimits } from './limits.ts';

await ready('recordings', 'recording-form');

/** A channel as the form needs it. */
export interface FormChannel {
  id: string;
  name: string;
  logger: string | null;
  kind: ChannelKind;
  unit: string | null;
  display_unit: string | null;
  conversion: ChannelChoice['channel']['conversion'];
  limits: ShownLimits;
}
export const channelOf = ({ channel, datalogger }: ChannelChoice, limits: RecordingLimits | null): FormChannel => ({
  id: channel.id,
  name: channel.name,
  logger: datalogger?.name ?? null,
  kind: channel.kind,
  unit: channel.unit,
  display_unit: channel.display_unit,
  conversion: channel.conversion,
  limits: limits === null ? NO_LIMITS : shownLimits(limits, channel),
});

const isTemperature = ({ unit }: FormChannel): boolean =>
  unitsOf('temperature').some(({ symbol, code }) => unit !== null && unit !== 'K' && (symbol === unit || code === unit));

/** What is kept of the chosen channels: what they are judged by, in their stored units. */
export const judgedBy = (channels: readonly FormChannel[]) =>
  channels.map((channel) => ({ channel_id: channel.id, limits: isJudged(channel) ? storedLimits(channel.limits, channel) : null }));

/** Channels of a recording and what they are judged by, with limits that are suggested where somebody knows some. */
export function ChannelsField({
  deps,
  workspace,
  channels,
  missing,
  onChange,
}: {
  deps: StoreDeps;
  workspace: string | null;
  channels: readonly FormChannel[];
  /** It was tried without any. */
  missing: boolean;
  onChange: (channels: readonly FormChannel[]) => void;
}) {
  const t = useT();
  const turn = async (choice: ChannelChoice) => {
    const { id } = choice.channel;
    if (channels.some((channel) => channel.id === id)) {
      onChange(channels.filter((channel) => channel.id !== id));
      return;
    }
    // Without a suggestion limits are written by hand.
    const found = await suggestedLimits(deps, [id]).catch(() => new Map<string, RecordingLimits>());
    onChange([...channels, channelOf(choice, found.get(id) ?? null)]);
  };
  return (
    <fieldset className="mt-4 grid min-w-0 gap-2">
      <legend className="med">{t('recording-form:channels')}</legend>
      {missing ? (
        <p className="text-alarm" role="alert">
          {t('recording-form:no_channels')}
        </p>
      ) : null}
      {channels.map((channel) => (
        <ChannelLimits
          key={channel.id}
          channel={channel}
          logger={channel.logger}
          isTemperature={isTemperature(channel)}
          value={channel.limits}
          onChange={(limits) => onChange(channels.map((one) => (one.id === channel.id ? { ...one, limits } : one)))}
          onRemove={() => onChange(channels.filter((one) => one.id !== channel.id))}
        />
      ))}
      <ChannelPick deps={deps} workspace={workspace} taken={new Set(channels.map(({ id }) => id))} onTurn={(choice) => void turn(choice)} />
    </fieldset>
  );
}
