import { useStore } from '@nanostores/react';
import type { Editor } from '../../lib/client/logger-types/editor.store.ts';
import { CLOCK_KINDS, TIME_UNITS, type TypeSpec } from '../../lib/contract/logger-types.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';

const GRID = 'grid grid-cols-3 items-start gap-3 *:min-w-0 slim:grid-cols-1';

/** Where the time of a reading is, what its clock shows, and which part of the message is a row. */
export function TimeFields({ editor, canWrite }: { editor: Editor; canWrite: boolean }) {
  const t = useT();
  const format = useFormat();
  const { spec, bench } = useStore(editor.$state);
  const { time, clock, rows } = spec;
  const setClock = (change: Partial<TypeSpec['clock']>) => editor.edit({ clock: { ...clock, ...change } });
  const [first] = bench?.readings ?? [];
  const isLocal = time?.unit === 'local';
  return (
    <details className="min-w-0 rounded-2 border border-line-2 bg-surface">
      <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 px-3 py-1">
        <span className="med">{t('logger-types:time.title')}</span>
        <span className="mono text-12">{time?.path ?? t('logger-types:time.of_receipt')}</span>
        <span className="spacer" />
        {first ? <span>{format.dateTime(first.ts, 'second')}</span> : null}
      </summary>
      <fieldset className="grid min-w-0 gap-3 p-3" disabled={!canWrite}>
        <div className={GRID}>
          <TextField
            label={t('logger-types:time.path')}
            hint={t('logger-types:time.path_hint')}
            mono
            value={time?.path ?? ''}
            onChange={(path) => editor.edit({ time: path.trim() === '' ? null : { path: path.trim(), unit: time?.unit ?? 's' } })}
          />
          {time ? (
            <Select
              label={t('logger-types:time.unit')}
              value={time.unit}
              options={TIME_UNITS.map((id) => ({ id, text: t(`logger-types:time_unit.${id}`) }))}
              onChange={(unit) => editor.edit({ time: { ...time, unit: unit as (typeof TIME_UNITS)[number] } })}
            />
          ) : null}
          <TextField
            label={t('logger-types:time.rows')}
            hint={t('logger-types:time.rows_hint')}
            mono
            value={rows ?? ''}
            onChange={(next) => editor.edit({ rows: next.trim() || null })}
          />
        </div>
        {isLocal ? (
          <div className={GRID}>
            <Select
              label={t('logger-types:clock.kind')}
              value={clock.kind}
              options={CLOCK_KINDS.map((id) => ({ id, text: t(`logger-types:clock.${id}`) }))}
              onChange={(kind) =>
                setClock({
                  kind: kind as (typeof CLOCK_KINDS)[number],
                  zone: kind === 'zone' ? (clock.zone ?? 'Europe/Prague') : clock.zone,
                })
              }
            />
            {clock.kind === 'offset' ? (
              <NumberField
                label={t('logger-types:clock.offset_min')}
                value={clock.offset_min}
                min={-840}
                max={840}
                decimals={0}
                unit="min"
                onChange={(next) => setClock({ offset_min: next === null || Number.isNaN(next) ? 0 : next })}
              />
            ) : null}
            {clock.kind === 'zone' ? (
              <>
                <TextField
                  label={t('logger-types:clock.zone_name')}
                  value={clock.zone ?? ''}
                  onChange={(zone) => setClock({ zone: zone.trim() || null })}
                />
                <Select
                  label={t('logger-types:clock.twice')}
                  value={clock.twice}
                  options={(['refuse', 'earlier', 'later'] as const).map((id) => ({ id, text: t(`logger-types:clock.${id}`) }))}
                  onChange={(twice) => setClock({ twice: twice as TypeSpec['clock']['twice'] })}
                />
                <Select
                  label={t('logger-types:clock.skipped')}
                  value={clock.skipped}
                  options={(['refuse', 'shift'] as const).map((id) => ({ id, text: t(`logger-types:clock.${id}`) }))}
                  onChange={(skipped) => setClock({ skipped: skipped as TypeSpec['clock']['skipped'] })}
                />
              </>
            ) : null}
          </div>
        ) : null}
      </fieldset>
    </details>
  );
}
