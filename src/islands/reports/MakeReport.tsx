import { useState } from 'react';
import { addressOf, fetchReport } from '../../lib/client/reports/fetch-report.ts';
import { LOCALES, type Locale } from '../../lib/constants.ts';
import {
  getPeriodReport,
  getRecordingReport,
  getStandardReport,
  MOST_REPORTED,
  REPORT_FORMATS,
  STANDARD_FORMATS,
  STANDARD_PARTS,
  type StandardFormat,
  type StandardPart,
} from '../../lib/contract/reports.ts';
import { type Span, spanOfRange, type TimeRange } from '../../lib/domain/time/range.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { RangeControl } from '../range/RangeControl.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { failureOf } from '../ui/problem.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { saveFile } from '../ui/save-file.ts';

await ready('reports', 'errors', 'range');

/** A recording, a standard time, or a time of channels. */
export type Reported =
  | { recording: string }
  /** Of an operation; no version = its draft, else the newest. */
  | { operation: string; version: number | null }
  | { channels: readonly { id: string; name: string; kind: string }[]; chosen: readonly string[]; window: Span };

/** Has a report made and saves its file. */
export default function MakeReport({ organization, of, onClose }: { organization: string; of: Reported; onClose: () => void }) {
  const t = useT();
  const own = useLocale();
  const place = useTimePlace();
  const [format, setFormat] = useState<StandardFormat>('pdf');
  const [part, setPart] = useState<StandardPart>('card');
  const [locale, setLocale] = useState<Locale>(own);
  const [range, setRange] = useState<TimeRange | null>('window' in of ? { kind: 'fixed', ...of.window } : null);
  const numeric = 'channels' in of ? of.channels.filter(({ kind }) => kind === 'gauge' || kind === 'counter') : [];
  const [ids, setIds] = useState<ReadonlySet<string>>(
    () => new Set('chosen' in of ? numeric.flatMap(({ id }) => (of.chosen.includes(id) ? [id] : [])).slice(0, MOST_REPORTED) : []),
  );
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isFull = ids.size >= MOST_REPORTED;
  const address = () => {
    if ('recording' in of) return addressOf(getRecordingReport, { organization_id: organization, id: of.recording }, { format, locale });
    if ('operation' in of) {
      const version: Record<string, string> = of.version === null ? {} : { version: String(of.version) };
      return addressOf(
        getStandardReport,
        { organization_id: organization, id: of.operation },
        { format, locale, ...version, ...(format === 'csv' ? { part } : {}) },
      );
    }
    const { from, to } = spanOfRange(range!, Date.now(), place);
    const channels = numeric.flatMap(({ id }) => (ids.has(id) ? [id] : [])).join();
    const window = { from: new Date(Math.floor(from)).toISOString(), to: new Date(Math.ceil(to)).toISOString() };
    return addressOf(getPeriodReport, { organization_id: organization }, { channels, ...window, format, locale });
  };
  const make = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { name, content } = await fetchReport(address());
      saveFile(name, content);
      onClose();
    } catch (error) {
      setFailure(t(`errors:${failureOf(error).code}`));
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={t('operation' in of ? 'reports:make.standard_title' : 'reports:make.title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button variant="primary" isDisabled={'channels' in of && ids.size === 0} isPending={busy} onPress={() => void make()}>
            {t('reports:make.submit')}
          </Button>
        </>
      }
    >
      <div className="grid justify-items-start gap-4">
        {failure === null ? null : (
          <p role="alert" className="text-alarm-text">
            {failure}
          </p>
        )}
        <p className="soft">
          {t(
            'recording' in of
              ? 'reports:make.recording_text'
              : 'operation' in of
                ? 'reports:make.standard_text'
                : 'reports:make.period_text',
          )}
        </p>
        {range === null ? null : (
          <div className="field">
            <span className="med">{t('reports:make.time')}</span>
            <RangeControl range={range} span={spanOfRange(range, Date.now(), place)} onChange={(next) => next && setRange(next)} />
          </div>
        )}
        {'channels' in of ? (
          <fieldset className="field">
            <legend className="med">{t('reports:make.channels')}</legend>
            <div className="grid max-h-52 gap-1.5 overflow-auto py-1">
              {numeric.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  checked={ids.has(id)}
                  disabled={isFull && !ids.has(id)}
                  onChange={(on) => {
                    const next = new Set(ids);
                    if (on) next.add(id);
                    else next.delete(id);
                    setIds(next);
                  }}
                >
                  {name}
                </Checkbox>
              ))}
            </div>
            {isFull ? <p className="soft">{t('reports:make.most', { count: MOST_REPORTED })}</p> : null}
          </fieldset>
        ) : null}
        <div className="field">
          <span className="med">{t('reports:make.format')}</span>
          <Segmented
            label={t('reports:make.format')}
            value={format}
            options={('operation' in of ? STANDARD_FORMATS : REPORT_FORMATS).map((id) => ({ id, label: t(`reports:format.${id}`) }))}
            onChange={setFormat}
          />
        </div>
        {format === 'csv' ? (
          <div className="field">
            <span className="med">{t('reports:part.label')}</span>
            <Segmented
              label={t('reports:part.label')}
              value={part}
              options={STANDARD_PARTS.map((id) => ({ id, label: t(`reports:part.${id}`) }))}
              onChange={setPart}
            />
          </div>
        ) : null}
        <div className="field">
          <span className="med">{t('reports:make.locale')}</span>
          <Segmented
            label={t('reports:make.locale')}
            value={locale}
            options={LOCALES.map((id) => ({ id, label: t(`reports:locale.${id}`) }))}
            onChange={setLocale}
          />
        </div>
      </div>
    </Dialog>
  );
}
