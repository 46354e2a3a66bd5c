import type { AlarmTrial } from '../../lib/client/alarm-rules/alarm-rules.store.ts';
import type { AlarmRuleKind } from '../../lib/contract/alarm-rules.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { shownDifference } from './shown-limits.ts';

/** The newest of them are told one by one. */
const TOLD = 5;

/** What a rule would have raised. */
export function Trial({ trial, channel, kind }: { trial: AlarmTrial; channel: Channel; kind: AlarmRuleKind }) {
  const t = useT();
  const format = useFormat();
  const { count, readings, alarms, shortened_to } = trial;
  const peakOf = (value: number) => {
    if (kind === 'no_data') return format.interval(value);
    const shown = kind === 'rate' ? shownDifference(value, channel) : shownNumber(value, channel.conversion);
    return kind === 'sensor_error' ? '' : format.quantity(shown, channel.display_unit, channel.decimals);
  };
  return (
    <div role="status" className="grid min-w-0 justify-items-start gap-2">
      <p className="med">
        {readings === 0 ? t('alarm-rules:no_readings') : count === 0 ? t('alarm-rules:tried_none') : t('alarm-rules:tried', { count })}
      </p>
      {shortened_to === null ? null : (
        <p className="soft">{t('alarm-rules:tried_short', { count: readings, time: format.dateTime(shortened_to, 'minute') })}</p>
      )}
      {alarms.length === 0 ? null : (
        <ul className="soft">
          {alarms
            .slice(-TOLD)
            .reverse()
            .map(({ since, over_at, peak }) => (
              <li key={since}>
                {over_at === null
                  ? t('alarm-rules:tried_open', { from: format.dateTime(since, 'minute'), peak: peakOf(peak) })
                  : t('alarm-rules:tried_line', {
                      from: format.dateTime(since, 'minute'),
                      time: format.interval(Math.max(60, Math.round((Date.parse(over_at) - Date.parse(since)) / 60_000) * 60)),
                      peak: peakOf(peak),
                    })}
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
