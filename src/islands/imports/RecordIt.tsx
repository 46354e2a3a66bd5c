import { useEffect, useRef } from 'react';
import type { Channel } from '../../lib/contract/channels.ts';
import type { ImportColumn } from '../../lib/contract/imports.ts';
import { MOST_RECORDED, RECORDING_PURPOSES, type RecordingPurpose } from '../../lib/contract/recordings.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { isChosen, recordedKeys, type Sparse, type Wanted, wantedOf } from './imported-recording.ts';

await ready('imports', 'recordings', 'forms');

/** Whether a recording is made of what the file brings, and which one. */
export default function RecordIt({
  file,
  columns,
  channels,
  sparse,
  wanted,
  onChange,
}: {
  /** Name of the file. */
  file: string;
  columns: readonly ImportColumn[];
  channels: readonly Channel[];
  /** Null = its first rows are as dense as the logger measures. */
  sparse: Sparse | null;
  /** Null = none is made. */
  wanted: Wanted | null;
  onChange: (wanted: Wanted | null) => void;
}) {
  const t = useT();
  const format = useFormat();
  const box = useRef<HTMLElement>(null);
  // It stands below what the check found, to which the dialog has scrolled.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={box} className="grid scroll-mb-4 gap-3 border-t border-line pt-3" aria-label={t('imports:recording.make')}>
      <Checkbox
        checked={wanted !== null}
        hint={t('imports:recording.hint')}
        onChange={(checked) => onChange(checked ? wantedOf(file) : null)}
      >
        {t('imports:recording.make')}
      </Checkbox>
      {wanted === null ? null : (
        <>
          <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3 *:min-w-0 phone:grid-cols-1">
            <TextField
              label={t('imports:recording.name')}
              required
              autoComplete="off"
              maxLength={200}
              value={wanted.name}
              error={wanted.name.trim() === '' ? { code: 'required' } : null}
              onChange={(name) => onChange({ ...wanted, name })}
            />
            <Select
              label={t('imports:recording.purpose')}
              value={wanted.purpose}
              options={RECORDING_PURPOSES.map((id) => ({ id, text: t(`recordings:purpose.${id}`) }))}
              onChange={(next) => onChange({ ...wanted, purpose: next as RecordingPurpose })}
            />
          </div>
          {sparse === null ? null : (
            <p className="note late">
              <StatusLamp kind="late" />
              {t('imports:recording.sparse', { spacing: format.interval(sparse.spacing_s), interval: format.interval(sparse.interval_s) })}
            </p>
          )}
          {isChosen(columns) ? <Channels columns={columns} channels={channels} wanted={wanted} onChange={onChange} /> : null}
        </>
      )}
    </section>
  );
}

/** Of more channels than a recording takes those that it is made of. */
function Channels({
  columns,
  channels,
  wanted,
  onChange,
}: {
  columns: readonly ImportColumn[];
  channels: readonly Channel[];
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}) {
  const t = useT();
  const format = useFormat();
  const keys = recordedKeys(wanted, columns);
  const isFull = keys.length >= MOST_RECORDED;
  return (
    <fieldset className="grid gap-2">
      <legend className="med mb-1">{t('imports:recording.channels')}</legend>
      <p className="soft">
        {t('imports:recording.most', {
          most: format.number(MOST_RECORDED),
          picked: format.number(keys.length),
          all: format.number(columns.length),
        })}
      </p>
      <div className="grid grid-cols-3 gap-x-4 gap-y-1.5 *:min-w-0 slim:grid-cols-2 phone:grid-cols-1">
        {columns.map(({ key }) => {
          const isIn = keys.includes(key);
          return (
            <Checkbox
              key={key}
              checked={isIn}
              disabled={isFull && !isIn}
              onChange={(checked) => onChange({ ...wanted, keys: checked ? [...keys, key] : keys.filter((one) => one !== key) })}
            >
              {channels.find((channel) => channel.key === key)?.name ?? key}
            </Checkbox>
          );
        })}
      </div>
    </fieldset>
  );
}
