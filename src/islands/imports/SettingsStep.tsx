import { useMemo } from 'react';
import type { SettingsState } from '../../lib/client/imports/import.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { ImportSettings } from '../../lib/contract/imports.ts';
import {
  DECIMALS,
  type Decimal,
  ENCODINGS,
  type Encoding,
  SEPARATORS,
  type Separator,
  TIME_FORMATS,
  type TimeFormat,
} from '../../lib/contract/tables.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { Select } from '../ui/form/Select.tsx';
import { ColumnChoices } from './ColumnChoices.tsx';
import { sparseOf, type Wanted } from './imported-recording.ts';
import { PreviewTable } from './PreviewTable.tsx';
import { Verdict } from './Verdict.tsx';

const RecordIt = part(() => import('./RecordIt.tsx'));

const SEPARATOR_KEYS = { ';': 'semicolon', ',': 'comma', '\t': 'tab' } as const;
const DECIMAL_KEYS = { ',': 'comma', '.': 'point' } as const;
const OF_DATE = '-';
const GRID = 'grid grid-cols-4 items-start gap-x-4 gap-y-3 *:min-w-0 slim:grid-cols-2 phone:grid-cols-1';

const OFFSETS = Array.from({ length: 27 }, (_, index) => index - 12)
  .filter((hours) => hours !== 0)
  .map((hours) => `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`);

/** Zones of a table: that of the place and the plain ones first. */
function zonesOf(...own: readonly string[]) {
  const all = new Set([...own, 'UTC', ...OFFSETS, ...Intl.supportedValuesOf('timeZone')]);
  return [...all].map((id) => ({ id, text: id }));
}

/** How the file is read, with what becomes of its first rows, and of all of them once they were checked. */
export function SettingsStep({
  deps,
  state,
  channels,
  interval,
  zone,
  wanted,
  onWant,
  onChange,
}: {
  deps: StoreDeps;
  state: SettingsState;
  channels: readonly Channel[];
  /** Seconds between readings of the logger, as they are expected of it. */
  interval: number | null;
  zone: string;
  /** The recording that is to be made of it. */
  wanted: Wanted | null;
  onWant: (wanted: Wanted | null) => void;
  onChange: (settings: ImportSettings) => void;
}) {
  const t = useT();
  const { settings, preview } = state;
  const { time } = settings;
  const zones = useMemo(() => zonesOf(time.zone, zone), [time.zone, zone]);
  const change = (changes: Partial<ImportSettings>) => onChange({ ...settings, ...changes });
  const setTime = (changes: Partial<ImportSettings['time']>) => change({ time: { ...time, ...changes } });
  const places = preview.headings.map((heading, at) => ({
    id: String(at),
    text: heading || t('imports:column', { n: at + 1 }),
  }));
  /** A column of the time is no channel. */
  const setTimeColumns = (columns: number[]) =>
    onChange({ ...settings, time: { ...time, columns }, columns: settings.columns.filter(({ at }) => !columns.includes(at)) });
  const [date = 0, ofDay] = time.columns;
  return (
    <div className="stack text-ink">
      <fieldset className={GRID}>
        <legend className="h2 mb-2">{t('imports:how')}</legend>
        <Select
          label={t('imports:encoding')}
          value={settings.encoding}
          options={ENCODINGS.map((id) => ({ id, text: t(`imports:encodings.${id}`) }))}
          onChange={(next) => change({ encoding: next as Encoding })}
        />
        <Select
          label={t('imports:separator')}
          value={settings.separator}
          options={SEPARATORS.map((id) => ({ id, text: t(`imports:separators.${SEPARATOR_KEYS[id]}`) }))}
          onChange={(next) => change({ separator: next as Separator })}
        />
        <Select
          label={t('imports:decimal')}
          value={settings.decimal}
          options={DECIMALS.map((id) => ({ id, text: t(`imports:decimals.${DECIMAL_KEYS[id]}`) }))}
          onChange={(next) => change({ decimal: next as Decimal })}
        />
        <NumberField
          label={t('imports:head_rows')}
          value={settings.head_rows}
          min={0}
          max={50}
          decimals={0}
          onChange={(next) => {
            if (next !== null && Number.isInteger(next) && next >= 0 && next <= 50) change({ head_rows: next });
          }}
        />
      </fieldset>
      <fieldset className={GRID}>
        <legend className="h2 mb-2">{t('imports:time')}</legend>
        <Select
          label={ofDay === undefined ? t('imports:time_column') : t('imports:date_column')}
          value={String(date)}
          options={places}
          onChange={(next) => setTimeColumns([Number(next), ...(ofDay === undefined || ofDay === Number(next) ? [] : [ofDay])])}
        />
        <Select
          label={t('imports:of_day_column')}
          value={ofDay === undefined ? OF_DATE : String(ofDay)}
          options={[{ id: OF_DATE, text: t('imports:of_day_none') }, ...places.filter(({ id }) => id !== String(date))]}
          onChange={(next) => setTimeColumns(next === OF_DATE ? [date] : [date, Number(next)])}
        />
        <Select
          label={t('imports:format')}
          value={time.format}
          options={TIME_FORMATS.map((id) => ({ id, text: t(`imports:formats.${id}`) }))}
          onChange={(next) => setTime({ format: next as TimeFormat })}
        />
        <SearchSelect
          label={t('imports:zone')}
          value={time.zone}
          options={zones}
          nothing={t('imports:zone_none')}
          onChange={(next) => setTime({ zone: next })}
        />
      </fieldset>
      <ColumnChoices deps={deps} state={state} channels={channels} onChange={(columns) => change({ columns })} />
      <Verdict state={state} onTime={setTime} />
      {state.trial.status === 'done' && !state.trial.check.failure ? (
        <Boundary instead={null}>
          <RecordIt
            file={state.file.name}
            columns={settings.columns}
            channels={channels}
            sparse={sparseOf(preview.rows, interval)}
            wanted={wanted}
            onChange={onWant}
          />
        </Boundary>
      ) : null}
      <PreviewTable state={state} channels={channels} />
    </div>
  );
}
