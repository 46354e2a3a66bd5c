import type { RuleChoices } from '../../lib/client/alarm-rules/alarm-rules.store.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { Select } from '../ui/form/Select.tsx';
import type { RuleValues } from './rule-values.ts';

const GRID = 'grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1';

type Subject = Pick<RuleValues, 'subject' | 'channel_id' | 'sensor_type_id' | 'logger_type_id' | 'machine_id' | 'place'>;

/** What a rule watches: one channel, or all that are of what is named. */
export function RuleSubject({
  value,
  choices,
  places,
  error,
  count,
  onChange,
}: {
  value: Subject;
  choices: RuleChoices;
  /** Where the person may watch. */
  places: readonly Subject['place'][];
  error: Parameters<typeof SearchSelect>[0]['error'];
  /** Channels that are of it now. */
  count: number;
  onChange: (next: Partial<Subject>) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const any = { id: '', text: t('alarm-rules:any') };
  const sorted = (options: { id: string; text: string }[]) => [any, ...options.sort((a, b) => a.text.localeCompare(b.text, locale))];
  return (
    <>
      <Select
        label={t('alarm-rules:subject')}
        value={value.subject}
        options={(['channel', 'types'] as const).map((id) => ({ id, text: t(`alarm-rules:subjects.${id}`) }))}
        onChange={(subject) => onChange({ subject: subject as Subject['subject'] })}
      />
      {value.subject === 'channel' ? (
        <SearchSelect
          label={t('alarm-rules:channel')}
          required
          value={value.channel_id}
          error={error ?? null}
          options={choices.channels.map(({ channel, logger }) => ({
            id: channel.id,
            text: [logger, channel.name].filter(Boolean).join(' · '),
            note: channel.display_unit ?? '',
          }))}
          onChange={(channel_id) => onChange({ channel_id })}
          nothing={t('alarm-rules:no_channel')}
        />
      ) : (
        <>
          <div className={GRID}>
            <Select
              label={t('alarm-rules:sensor_type')}
              value={value.sensor_type_id}
              options={sorted(choices.sensorTypes.map(({ id, names }) => ({ id, text: names[locale] })))}
              onChange={(sensor_type_id) => onChange({ sensor_type_id })}
            />
            <Select
              label={t('alarm-rules:logger_type')}
              value={value.logger_type_id}
              options={sorted(choices.loggerTypes.map(({ id, name }) => ({ id, text: name })))}
              onChange={(logger_type_id) => onChange({ logger_type_id })}
            />
            <Select
              label={t('alarm-rules:machine')}
              value={value.machine_id}
              options={sorted(choices.machines.map(({ id, name }) => ({ id, text: name })))}
              onChange={(machine_id) => onChange({ machine_id })}
            />
            {places.length > 1 ? (
              <Select
                label={t('alarm-rules:place')}
                value={value.place}
                options={places.map((id) => ({ id, text: t(`alarm-rules:places.${id}`) }))}
                onChange={(place) => onChange({ place: place as Subject['place'] })}
              />
            ) : null}
          </div>
          <p className="soft" role="status">
            {value.sensor_type_id || value.logger_type_id || value.machine_id
              ? t('alarm-rules:channels', { count })
              : t('alarm-rules:name_something')}
          </p>
        </>
      )}
    </>
  );
}
