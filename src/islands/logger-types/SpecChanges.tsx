import type { TypeChannel, TypeSpec } from '../../lib/contract/logger-types.ts';
import type { SensorType } from '../../lib/contract/sensor-types.ts';
import type { FieldChange, SpecChange } from '../../lib/domain/logger-types/diff.ts';
import { placesOf } from '../../lib/domain/logger-types/number-text.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { symbolOf } from './symbol-of.ts';

type Sensors = readonly SensorType[];
const CHANGES = ['new', 'changed', 'gone', 'unchanged'] as const;
const NOTHING = '–';

/** What differs between two versions, in the words of the organisation: sensor types by their names, units by their symbols. */
export function SpecChanges({ changes, sensors }: { changes: readonly SpecChange[]; sensors: Sensors }) {
  const t = useT();
  const format = useFormat();
  const channels = changes.filter(({ key }) => key !== null);
  const differing = changes.filter(({ change }) => change !== 'unchanged');
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-2" aria-live="polite">
        {CHANGES.map((change) => {
          const count = channels.filter((one) => one.change === change).length;
          return (
            <div key={change} className="flex items-baseline gap-1.5">
              <dd className="med">{format.number(count)}</dd>
              <dt className="soft">{t(`logger-types:versions.${change}`, { count })}</dt>
            </div>
          );
        })}
      </dl>
      {differing.length === 0 ? <p className="soft">{t('logger-types:versions.same')}</p> : null}
      <ul className="border-t border-line">
        {differing.map((change) => (
          <Change key={change.key ?? ''} change={change} sensors={sensors} />
        ))}
      </ul>
    </>
  );
}

function Change({ change: { key, change, before, after, fields }, sensors }: { change: SpecChange; sensors: Sensors }) {
  const t = useT();
  const locale = useLocale();
  const words = useWords(sensors, before, after);
  const channel = after ?? before;
  const sensor = sensors.find(({ id }) => id === channel?.sensor_type_id);
  return (
    <li className="grid gap-1 border-b border-line py-2">
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className={change === 'gone' ? 'text-alarm-text' : 'med'}>{t(`logger-types:change.${change}`)}</span>
        <span>{channel?.label ?? t('logger-types:versions.whole')}</span>
        {key === null ? null : <small className="mono muted break-all">{key}</small>}
      </span>
      {channel && fields.length === 0 ? (
        <span className="soft break-words">
          {[channel.path, sensor?.names[locale] ?? t('logger-types:channels.no_sensor'), symbolOf(sensor, channel.unit)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      ) : null}
      {fields.map((field) => {
        const [was, is] = words(field);
        return (
          <span key={field.field} className="soft break-words">
            {t(`logger-types:spec_field.${field.field}`)}: {is === null ? was : `${was || NOTHING} → ${is || NOTHING}`}
          </span>
        );
      })}
    </li>
  );
}

/** A change as two texts; of what is too long to be read beside itself only that it is another one. */
function useWords(sensors: Sensors, before: TypeChannel | null, after: TypeChannel | null) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const find = (id: string | null | undefined) => sensors.find((one) => one.id === id);
  const sensorName = (id: string | null) => (id === null ? '' : (find(id)?.names[locale] ?? t('logger-types:versions.unknown_sensor')));
  const number = (value: number | null) => (value === null ? '' : format.number(value, placesOf(value)));
  const states = (list: TypeChannel['states']) => (list ?? []).map(({ text, value }) => `${text} = ${value}`).join(', ');
  const time = (of: TypeSpec['time']) =>
    of === null ? t('logger-types:time.of_receipt') : `${of.path} (${t(`logger-types:time_unit.${of.unit}`)})`;
  const clock = ({ kind, offset_min, zone, twice, skipped }: TypeSpec['clock']) => {
    const name = t(`logger-types:clock.${kind}`);
    if (kind === 'utc') return name;
    if (kind === 'offset') return `${name} ${format.number(offset_min)}\u00a0min`;
    const rules = [
      `${t('logger-types:clock.twice')}: ${t(`logger-types:clock.${twice}`)}`,
      `${t('logger-types:clock.skipped')}: ${t(`logger-types:clock.${skipped}`)}`,
    ];
    return [`${name} ${zone ?? ''}`, ...rules].join('; ');
  };
  return (change: FieldChange): [string, string | null] => {
    switch (change.field) {
      case 'sensor_type_id':
        return [sensorName(change.before), sensorName(change.after)];
      case 'unit':
        return [symbolOf(find(before?.sensor_type_id), change.before), symbolOf(find(after?.sensor_type_id), change.after)];
      case 'scale':
      case 'offset':
      case 'input_min':
      case 'input_max':
        return [number(change.before), number(change.after)];
      case 'states':
        return [states(change.before), states(change.after)];
      case 'decoder':
        return [t(`logger-types:decoder.${change.before}`), t(`logger-types:decoder.${change.after}`)];
      case 'time':
        return [time(change.before), time(change.after)];
      case 'clock':
        return [clock(change.before), clock(change.after)];
      case 'script':
        return [t('logger-types:versions.other_script'), null];
      default:
        return [change.before ?? '', change.after ?? ''];
    }
  };
}
