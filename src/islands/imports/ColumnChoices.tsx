import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { SettingsState } from '../../lib/client/imports/import.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createSensorTypes } from '../../lib/client/sensor-types/sensor-types.store.ts';
import { CHANNEL_KINDS, type Channel, type ChannelKind } from '../../lib/contract/channels.ts';
import type { ImportColumn } from '../../lib/contract/imports.ts';
import type { SensorKind } from '../../lib/contract/sensor-types.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useStarted } from '../ui/useStarted.ts';

const NOT_READ = '-';
const NEW = '+';
const NONE = '-';

const fits = (kind: SensorKind, of: ChannelKind) =>
  kind === 'state' || kind === 'text' ? kind === of : of === 'gauge' || of === 'counter';

/** For each column of the file the channel that its values become. */
export function ColumnChoices({
  deps,
  state: { settings, preview },
  channels,
  onChange,
}: {
  deps: StoreDeps;
  state: SettingsState;
  channels: readonly Channel[];
  onChange: (columns: ImportColumn[]) => void;
}) {
  const t = useT();
  const keyColumn = settings.key_column ?? null;
  const keys = new Set(channels.map(({ key }) => key));
  const known = channels.map(({ key, name }) => ({ id: `=${key}`, text: name }));
  const put = (at: number, next: ImportColumn | null) =>
    onChange(
      [...settings.columns.filter((one) => one.at !== at && one.key !== next?.key), ...(next ? [next] : [])].sort((a, b) => a.at - b.at),
    );
  const choose = (at: number, choice: string) => {
    if (choice === NOT_READ) return put(at, null);
    if (choice !== NEW) {
      const { key, kind } = channels.find((one) => `=${one.key}` === choice)!;
      return put(at, { at, key, kind, unit: null, sensor_type_id: null });
    }
    const wanted = preview.headings[at]?.slice(0, 90).trim() || `c${at + 1}`;
    const taken = new Set([...keys, ...settings.columns.map(({ key }) => key)]);
    let key = wanted;
    for (let n = 2; taken.has(key); n++) key = `${wanted} ${n}`;
    put(at, { at, key, kind: 'gauge', unit: null, sensor_type_id: null });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="h2 mb-2">{t('imports:columns')}</legend>
      {keyColumn === null ? null : (
        <p className="soft">
          {t('imports:keyed', {
            key: preview.headings[keyColumn] ?? '',
            value: preview.headings[settings.columns[0]?.at ?? -1] ?? '',
          })}
        </p>
      )}
      {(keyColumn === null ? preview.headings : []).map((heading, at) => {
        if (settings.time.columns.includes(at)) return null;
        const column = settings.columns.find((one) => one.at === at);
        const isKnown = column !== undefined && keys.has(column.key);
        const name = heading || t('imports:column', { n: at + 1 });
        return (
          <div
            key={at}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,3.4fr)] items-end gap-x-4 gap-y-2 border-t border-line pt-2 [&>.field>.input]:h-(--control) slim:grid-cols-2 slim:items-center phone:grid-cols-1"
          >
            <span className="med one-line pb-1.5 slim:pb-0">{name}</span>
            <Select
              bare
              label={t('imports:channel_of', { name })}
              value={column === undefined ? NOT_READ : isKnown ? `=${column.key}` : NEW}
              options={[{ id: NOT_READ, text: t('imports:not_read') }, { id: NEW, text: t('imports:new_channel') }, ...known]}
              onChange={(next) => choose(at, next)}
            />
            {column && !isKnown ? (
              <NewChannel deps={deps} column={column} onChange={(next) => put(at, next)} />
            ) : (
              <span className="slim:hidden" />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

function NewChannel({ deps, column, onChange }: { deps: StoreDeps; column: ImportColumn; onChange: (column: ImportColumn) => void }) {
  const t = useT();
  const locale = useLocale();
  const [types] = useState(() => createSensorTypes(deps));
  useStarted(types);
  const state = useStore(types.$state);
  const fitting = state.status === 'ready' ? state.rows.filter((row) => row.archived_at === null && fits(row.kind, column.kind)) : [];
  const [key, setKey] = useState(column.key);
  const change = (changes: Partial<ImportColumn>) => onChange({ ...column, ...changes });
  return (
    <div className="grid grid-cols-[1.5fr_1.1fr_1.1fr_0.7fr] gap-2 *:min-w-0 slim:col-span-full phone:grid-cols-2">
      <TextField
        label={t('imports:key')}
        value={key}
        onChange={(next) => {
          setKey(next);
          const kept = next.trim().slice(0, 100);
          if (kept !== '') change({ key: kept });
        }}
      />
      <Select
        label={t('imports:kind')}
        value={column.kind}
        options={CHANNEL_KINDS.map((id) => ({ id, text: t(`imports:kinds.${id}`) }))}
        onChange={(next) => change({ kind: next as ChannelKind, sensor_type_id: null })}
      />
      <Select
        label={t('imports:sensor_type')}
        value={column.sensor_type_id ?? NONE}
        options={[{ id: NONE, text: t('imports:sensor_type_none') }, ...fitting.map(({ id, names }) => ({ id, text: names[locale] }))]}
        onChange={(next) => change({ sensor_type_id: next === NONE ? null : next })}
      />
      {column.sensor_type_id === null && (column.kind === 'gauge' || column.kind === 'counter') ? (
        <TextField
          label={t('imports:unit')}
          value={column.unit ?? ''}
          onChange={(next) => change({ unit: next.trim().slice(0, 20) || null })}
        />
      ) : null}
    </div>
  );
}
