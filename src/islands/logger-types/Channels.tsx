import { useStore } from '@nanostores/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Editor } from '../../lib/client/logger-types/editor.store.ts';
import type { Bench, TypeChannel } from '../../lib/contract/logger-types.ts';
import type { SensorType } from '../../lib/contract/sensor-types.ts';
import { numberOf, placesOf } from '../../lib/domain/logger-types/number-text.ts';
import { lineOf, pointsOf } from '../../lib/domain/logger-types/two-points.ts';
import { canonicalUnit, unitsOf } from '../../lib/domain/quantities/quantities.ts';
import type { Format } from '../../lib/i18n/format.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { useValueText } from '../chart/ChannelValue.tsx';
import { Swatch } from '../sensor-types/columns.tsx';
import { Button } from '../ui/Button.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { symbolOf } from './symbol-of.ts';

type Sensors = readonly SensorType[];
const NONE = '';
const TWO = 'grid grid-cols-2 items-start gap-3 *:min-w-0 slim:grid-cols-1';
const FOUR = 'grid grid-cols-4 items-start gap-3 *:min-w-0 max-[1300px]:grid-cols-2';

/** One row from path to value for each channel; the open one is edited in place. */
export function Channels({ editor, sensors, canWrite }: { editor: Editor; sensors: Sensors; canWrite: boolean }) {
  const t = useT();
  const { spec, open } = useStore(editor.$state);
  if (spec.channels.length === 0)
    return <p className="soft">{t(`logger-types:channels.${spec.decoder === 'mapping' ? 'none' : 'none_keys'}`)}</p>;
  return (
    <ul className="min-w-0 border-t border-line-2">
      {spec.channels.map((channel, i) => (
        <li key={i} data-row={i} className={`border-b border-line ${open === i ? 'bg-accent-soft [--text-3:var(--text-2)]' : ''}`}>
          <Row editor={editor} channel={channel} index={i} sensors={sensors} />
          {open === i ? <Open editor={editor} channel={channel} index={i} sensors={sensors} canWrite={canWrite} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Row({ editor, channel, index, sensors }: { editor: Editor; channel: TypeChannel; index: number; sensors: Sensors }) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const { bench, open, problem } = useStore(editor.$state);
  const sensor = sensors.find(({ id }) => id === channel.sensor_type_id);
  const isWrong = [...(problem?.fields ?? [])].some((field) => field.startsWith(`channels.${index}.`));
  return (
    <button
      type="button"
      className="grid w-full cursor-pointer grid-cols-[minmax(0,1.2fr)_minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)] items-center gap-3 px-2 py-2 text-left hover:bg-hover slim:grid-cols-2"
      aria-expanded={open === index}
      onClick={() => editor.openChannel(open === index ? null : index)}
    >
      <span className="flex min-w-0 items-center gap-2">
        <Swatch color={sensor?.color ?? null} />
        <span className={`mono min-w-0 text-12 break-all ${isWrong ? 'text-alarm-text' : ''}`}>{channel.path || '–'}</span>
      </span>
      <span className="two min-w-0">
        <span className="one-line">{channel.label}</span>
        <small className="mono one-line">{channel.key}</small>
      </span>
      <span className="two min-w-0 slim:hidden">
        <span className="one-line">{sensor?.names[locale] ?? t('logger-types:channels.no_sensor')}</span>
        <small>{scaleText(format, channel, symbolOf(sensor, channel.unit))}</small>
      </span>
      <Result bench={bench} channel={channel} index={index} />
    </button>
  );
}

/** `× 0,625 − 2,5 bar`; a value as it comes has only its unit. */
function scaleText(format: Format, { scale, offset }: TypeChannel, unit: string): string {
  const number = (value: number) => format.number(value, placesOf(value));
  const factor = scale === 1 ? '' : `× ${number(scale)} `;
  const shift = offset === 0 ? '' : `${offset < 0 ? '−' : '+'} ${number(Math.abs(offset))} `;
  return `${factor}${shift}${unit}`;
}

/** What the channel gives of the message. */
function Result({ bench, channel, index }: { bench: Bench | null; channel: TypeChannel; index: number }) {
  const t = useT();
  const text = useValueText();
  if (!bench) return <span />;
  const readings = bench.readings.filter((one) => one.channel === index);
  const [reading] = readings;
  const error = reading ? undefined : bench.errors.find((one) => one.path !== undefined && means(channel.path, one.path));
  if (error) return <span className="text-right text-alarm-text slim:text-left">{t(`received-data:error.${error.code}`)}</span>;
  if (!reading) return <span className="muted text-right slim:text-left">{t('logger-types:channels.not_there')}</span>;
  const warning = bench.warnings.find((one) => one.path === reading.path);
  const { value, unit, decimals } = reading;
  const isNumberAsText = channel.sensor_type_id === null && typeof value === 'string' && !Number.isNaN(numberOf(value).value);
  return (
    <span className="two min-w-0 text-right slim:text-left">
      <span className="med">
        {text(value, unit, decimals)}
        {readings.length > 1 ? ` (+${readings.length - 1})` : ''}
      </span>
      {warning ? <small className="text-late-text">{t(`received-data:error.${warning.code}`)}</small> : null}
      {isNumberAsText ? <small className="text-late-text">{t('logger-types:channels.is_text')}</small> : null}
      {reading.outcome === 'changed' && reading.before ? (
        <small>{t('logger-types:channels.was', { value: text(reading.before.value, reading.before.unit, decimals) })}</small>
      ) : null}
      {reading.outcome === 'new' ? <small>{t('logger-types:channels.new')}</small> : null}
      {reading.out_of_range ? <small className="text-late-text">{t('logger-types:channels.out_of_range')}</small> : null}
    </span>
  );
}

/** Is it a place that the path of a channel means? Stars stand for places in arrays, and a row begins somewhere in the message. */
function means(path: string, place: string): boolean {
  const wanted = path.replace(/^\$\.?/, '');
  const general = place.replace(/\[\d+\]/g, '[*]');
  const sought = wanted.replace(/\[\d+\]/g, '[*]');
  return place === wanted || (general.endsWith(sought) && /(^|[\].])$/.test(general.slice(0, general.length - sought.length)));
}

function Open({
  editor,
  channel,
  index,
  sensors,
  canWrite,
}: {
  editor: Editor;
  channel: TypeChannel;
  index: number;
  sensors: Sensors;
  canWrite: boolean;
}) {
  const t = useT();
  const locale = useLocale();
  const { spec } = useStore(editor.$state);
  const set = (change: Partial<TypeChannel>) => editor.editChannel(index, change);
  const sensor = sensors.find(({ id }) => id === channel.sensor_type_id);
  const units = sensor ? unitsOf(sensor.quantity) : [];
  const isNumber = !sensor || (sensor.kind !== 'state' && sensor.kind !== 'text');
  const chooseSensor = (id: string) => {
    const next = sensors.find((one) => one.id === id);
    const isPlainName = channel.label === channel.key || sensors.some((one) => one.names[locale] === channel.label);
    set({
      sensor_type_id: next?.id ?? null,
      unit: next ? (canonicalUnit(next.quantity)?.code ?? next.display_unit) : null,
      ...(next && isPlainName ? { label: next.names[locale] } : {}),
      ...(next?.kind === 'state' ? {} : { states: null }),
    });
  };
  return (
    <fieldset className="grid min-w-0 gap-3 px-2 pt-1 pb-3" disabled={!canWrite}>
      <div className={TWO}>
        <TextField
          label={t(spec.decoder === 'mapping' ? 'logger-types:field.path' : 'logger-types:field.from_key')}
          value={channel.path}
          mono
          required
          onChange={(path) => set({ path })}
        />
        <TextField label={t('logger-types:field.key')} value={channel.key} mono required onChange={(key) => set({ key })} />
        <TextField label={t('logger-types:field.label')} value={channel.label} required onChange={(label) => set({ label })} />
        <Select
          label={t('logger-types:field.sensor')}
          value={channel.sensor_type_id ?? NONE}
          options={[
            { id: NONE, text: t('logger-types:channels.no_sensor') },
            ...sensors
              .filter(({ id, archived_at }) => archived_at === null || id === channel.sensor_type_id)
              .map(({ id, names }) => ({ id, text: names[locale] })),
          ]}
          onChange={chooseSensor}
        />
      </div>
      {isNumber ? <Scale channel={channel} units={units} sensor={sensor} set={set} canWrite={canWrite} /> : null}
      {sensor?.kind === 'state' ? <States channel={channel} set={set} /> : null}
      {canWrite ? (
        <div>
          <Button size="sm" variant="ghost" icon={Trash2} onPress={() => editor.removeChannel(index)}>
            {t('logger-types:channels.remove')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

type Setter = (change: Partial<TypeChannel>) => void;

function Scale({
  channel,
  units,
  sensor,
  set,
  canWrite,
}: {
  channel: TypeChannel;
  units: ReturnType<typeof unitsOf>;
  sensor: SensorType | undefined;
  set: Setter;
  canWrite: boolean;
}) {
  const t = useT();
  const [by, setBy] = useState<'points' | 'factors'>(channel.input_min === null ? 'factors' : 'points');
  // The points are those of the fields: what is half written must not move the other one.
  const [inputs, setInputs] = useState<readonly [number, number]>(() => (channel.input_min === null ? [0, 100] : [4, 20]));
  const [points, setPoints] = useState(() => pointsOf(channel, inputs));
  const unit = symbolOf(sensor, channel.unit);
  const movePoint = (which: 'from' | 'to', place: 0 | 1, value: number | null) => {
    if (value === null || Number.isNaN(value)) return;
    const moved = { ...points, [which]: place === 0 ? [value, points[which][1]] : [points[which][0], value] };
    setPoints(moved);
    setInputs([moved.from[0], moved.to[0]]);
    const line = lineOf(moved);
    if (line) set(line);
  };
  const number = (value: number | null, otherwise: number) => (value === null || Number.isNaN(value) ? otherwise : value);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <span className="w-40">
          {units.length > 0 ? (
            <Select
              label={t('logger-types:field.unit_in')}
              value={channel.unit ?? ''}
              options={units.map(({ code, symbol }) => ({ id: code, text: symbol || '–' }))}
              onChange={(next) => set({ unit: next })}
            />
          ) : (
            <TextField
              label={t('logger-types:field.unit_in')}
              value={channel.unit ?? ''}
              onChange={(next) => set({ unit: next.trim() || null })}
            />
          )}
        </span>
        {canWrite ? (
          <Segmented
            label={t('logger-types:scale.how')}
            value={by}
            options={[
              { id: 'points', label: t('logger-types:scale.points') },
              { id: 'factors', label: t('logger-types:scale.factors') },
            ]}
            onChange={(next) => {
              setPoints(pointsOf(channel, inputs));
              setBy(next);
            }}
          />
        ) : null}
      </div>
      {by === 'factors' ? (
        <div className={TWO}>
          <NumberField
            label={t('logger-types:field.scale')}
            value={channel.scale}
            onChange={(next) => set({ scale: number(next, 1) || 1 })}
          />
          <NumberField
            label={t('logger-types:field.offset')}
            value={channel.offset}
            unit={unit}
            onChange={(next) => set({ offset: number(next, 0) })}
          />
        </div>
      ) : (
        <div className={FOUR}>
          <NumberField label={t('logger-types:scale.input_1')} value={points.from[0]} onChange={(next) => movePoint('from', 0, next)} />
          <NumberField
            label={t('logger-types:scale.value_1')}
            value={points.from[1]}
            unit={unit}
            onChange={(next) => movePoint('from', 1, next)}
          />
          <NumberField label={t('logger-types:scale.input_2')} value={points.to[0]} onChange={(next) => movePoint('to', 0, next)} />
          <NumberField
            label={t('logger-types:scale.value_2')}
            value={points.to[1]}
            unit={unit}
            onChange={(next) => movePoint('to', 1, next)}
          />
        </div>
      )}
      <div className={TWO}>
        <NumberField
          label={t('logger-types:field.input_min')}
          value={channel.input_min}
          onChange={(next) => set({ input_min: Number.isNaN(next) ? null : next })}
        />
        <NumberField
          label={t('logger-types:field.input_max')}
          hint={t('logger-types:field.input_hint')}
          value={channel.input_max}
          onChange={(next) => set({ input_max: Number.isNaN(next) ? null : next })}
        />
      </div>
    </div>
  );
}

/** Words of a state as `ON = 1, OFF = 0`. */
function States({ channel, set }: { channel: TypeChannel; set: Setter }) {
  const t = useT();
  const [text, setText] = useState(() => (channel.states ?? []).map((one) => `${one.text} = ${one.value}`).join(', '));
  const write = (next: string) => {
    setText(next);
    const states = next.split(',').flatMap((part) => {
      const [, word, value] = /^\s*(.{1,40}?)\s*=\s*(-?\d{1,6})\s*$/.exec(part) ?? [];
      return word === undefined ? [] : [{ text: word, value: Number(value) }];
    });
    set({ states: states.length > 0 ? states.slice(0, 32) : null });
  };
  return <TextField label={t('logger-types:field.states')} hint={t('logger-types:field.states_hint')} value={text} onChange={write} />;
}
