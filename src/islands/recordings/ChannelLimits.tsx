import { X } from 'lucide-react';
import { useId } from 'react';
import type { Channel } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { isCrossed, isJudged, type ShownLimits } from './limits.ts';

const HOURS_MAX = 366 * 24 * 60;

/** A channel of a recording and what it is judged by. */
export function ChannelLimits({
  channel,
  logger,
  isTemperature,
  value,
  onChange,
  onRemove,
}: {
  channel: Pick<Channel, 'kind' | 'display_unit' | 'name'>;
  logger: string | null;
  isTemperature: boolean;
  value: ShownLimits;
  onChange: (value: ShownLimits) => void;
  onRemove: () => void;
}) {
  const t = useT();
  const id = useId();
  const unit = channel.display_unit ? { unit: channel.display_unit } : {};
  const field = (key: keyof ShownLimits) => ({
    label: t(`recordings:limit.${key}`),
    value: value[key],
    onChange: (next: number | null) => onChange({ ...value, [key]: next }),
    buttons: 'wide' as const,
  });
  return (
    <fieldset className="grid gap-2 rounded-2 border border-line p-3" aria-labelledby={id}>
      <div className="flex items-center gap-2">
        <span id={id} className="med min-w-0 flex-1 wrap-anywhere">
          {channel.name}
          {logger === null ? null : <span className="muted"> · {logger}</span>}
        </span>
        <IconButton size="sm" icon={X} label={t('recording-form:remove_channel', { name: channel.name })} onPress={onRemove} />
      </div>
      {isJudged(channel) ? (
        <div className="grid grid-cols-3 items-start gap-x-4 gap-y-2 *:min-w-0 slim:grid-cols-2">
          <NumberField {...field('low')} {...unit} />
          <NumberField {...field('high')} {...unit} />
          {isTemperature ? <NumberField {...field('kinetic_high')} unit="°C" /> : null}
          <NumberField {...field('allowed_below_min')} unit="min" min={0} max={HOURS_MAX} />
          <NumberField {...field('allowed_above_min')} unit="min" min={0} max={HOURS_MAX} />
          <NumberField {...field('coverage_percent')} unit="%" min={0} max={100} />
        </div>
      ) : (
        <p className="muted">{t('recording-form:not_judged')}</p>
      )}
      {isCrossed(value) ? (
        <p className="text-alarm" role="alert">
          {t('recording-form:crossed')}
        </p>
      ) : null}
    </fieldset>
  );
}
