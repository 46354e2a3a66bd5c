import { useState } from 'react';
import { fileOf } from '../../lib/client/exports/export-readings.ts';
import { ApiError } from '../../lib/client/kernel/api.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { EXPORT_FORMATS, type ExportFormat, type ExportLayout, type ExportUnits, LONG_FORMATS } from '../../lib/contract/exports.ts';
import { type Span, spanOfRange, type TimeRange } from '../../lib/domain/time/range.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { RangeControl } from '../range/RangeControl.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { openTasks } from '../tasks/TasksButton.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { toast } from '../ui/toasts.ts';

await ready('exports', 'errors', 'range');

/** Readings of channels as a file: which of them, of which time, written how. */
export default function ExportReadings({
  organization,
  channels,
  chosen,
  window,
  onClose,
}: {
  organization: string;
  channels: readonly Channel[];
  /** Ids of those that are ticked at first. */
  chosen: readonly string[];
  window: Span;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const place = useTimePlace();
  const [range, setRange] = useState<TimeRange>({ kind: 'fixed', ...window });
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(chosen));
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [layout, setLayout] = useState<ExportLayout>('wide');
  const [units, setUnits] = useState<ExportUnits>('display');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const converts = channels.some(({ id, conversion }) => ids.has(id) && conversion !== null);
  const layouts = !LONG_FORMATS.includes(format);
  const save = async () => {
    setBusy(true);
    setFailure(null);
    const { from, to } = spanOfRange(range, Date.now(), place);
    try {
      const address = await fileOf(browserDeps(organization), {
        channels: channels.filter(({ id }) => ids.has(id)).map(({ id }) => id),
        from: String(Math.floor(from)),
        to: String(Math.ceil(to)),
        format,
        layout: layouts ? layout : 'long',
        units,
        locale,
      });
      if (address === null) toast({ text: t('exports:begun'), action: { text: t('exports:open_tasks'), run: openTasks } });
      else Object.assign(document.createElement('a'), { href: address, download: '' }).click();
      onClose();
    } catch (error) {
      setFailure(t(`errors:${error instanceof ApiError ? error.code : 'network'}`));
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={t('exports:title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button variant="primary" isDisabled={ids.size === 0} isPending={busy} onPress={() => void save()}>
            {t('exports:submit')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {failure === null ? null : (
          <p role="alert" className="text-alarm-text">
            {failure}
          </p>
        )}
        <div className="field">
          <span className="med">{t('exports:time')}</span>
          <RangeControl range={range} span={spanOfRange(range, Date.now(), place)} onChange={(next) => next && setRange(next)} />
        </div>
        <fieldset className="field">
          <legend className="med">{t('exports:channels')}</legend>
          <div className="grid max-h-52 gap-1.5 overflow-auto py-1">
            {channels.map(({ id, name, display_unit }) => (
              <Checkbox
                key={id}
                checked={ids.has(id)}
                onChange={(on) => {
                  const next = new Set(ids);
                  if (on) next.add(id);
                  else next.delete(id);
                  setIds(next);
                }}
              >
                {display_unit === null ? name : `${name}, ${display_unit}`}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <Select
          label={t('exports:format')}
          value={format}
          options={EXPORT_FORMATS.map((id) => ({ id, text: t(`exports:formats.${id}`) }))}
          hint={t(`exports:hint.${format}`)}
          onChange={(next) => setFormat(next as ExportFormat)}
        />
        {layouts ? (
          <div className="field">
            <span className="med">{t('exports:rows')}</span>
            <Segmented
              label={t('exports:rows')}
              value={layout}
              options={(['wide', 'long'] as const).map((id) => ({ id, label: t(`exports:layout.${id}`) }))}
              onChange={setLayout}
            />
          </div>
        ) : null}
        {converts ? (
          <div className="field">
            <span className="med">{t('exports:units')}</span>
            <Segmented
              label={t('exports:units')}
              value={units}
              options={(['display', 'stored'] as const).map((id) => ({ id, label: t(`exports:unit.${id}`) }))}
              onChange={setUnits}
            />
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
