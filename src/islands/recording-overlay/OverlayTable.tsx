import { X } from 'lucide-react';
import { isNumber, unitOf, valueAt } from '../../lib/client/recordings/laid-over.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { figureWords } from '../../lib/i18n/recording-words.ts';
import { useSpan, VerdictStatus } from '../recordings/RecordingStatus.tsx';
import { Select } from '../ui/form/Select.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { strokeOf } from './OverlayChart.tsx';
import type { Trace } from './OverlayScreen.tsx';

/** The room of the table decides what has a column; what has none stands below the name. */
const SOME = 'not-print:@max-[880px]:hidden';
const FEW = 'not-print:@max-[620px]:hidden';
const WITHOUT: Record<'length' | 'n' | 'min' | 'mean' | 'max' | 'sd', string> = {
  length: SOME,
  n: SOME,
  min: FEW,
  mean: FEW,
  max: FEW,
  sd: SOME,
};

/** What each of the recordings comes to, and its value at the time that is read. */
export function OverlayTable({
  traces,
  at,
  onChannel,
  onLeave,
}: {
  traces: readonly Trace[];
  at: number | null;
  onChannel: (recording: string, channel: string) => void;
  /** Null = fewer can't be laid over each other. */
  onLeave: ((recording: string) => void) | null;
}) {
  const t = useT();
  if (traces.length === 0) return null;
  return (
    <Scroller className="@container mt-3 border-t border-line-2">
      <table className="tbl compact" aria-label={t('recording-overlay:figures')}>
        <thead>
          <tr>
            <th scope="col">{t('recording-overlay:column.recording')}</th>
            <th scope="col" className={`num ${at === null ? 'print:hidden' : ''}`}>
              {t('recording-overlay:column.at')}
            </th>
            <th scope="col" className={`num ${SOME}`}>
              {t('recording-overlay:column.length')}
            </th>
            {(['n', 'min', 'mean', 'max', 'sd'] as const).map((key) => (
              <th key={key} scope="col" className={`num ${WITHOUT[key]}`}>
                {t(`recordings:figures.${key}`)}
              </th>
            ))}
            <th scope="col" className={SOME}>
              {t('recordings:column.verdict')}
            </th>
            {onLeave === null ? null : (
              <th scope="col" className="print:hidden">
                <span className="vh">{t('recording-overlay:leave')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {traces.map((trace) => (
            <Line key={trace.id} trace={trace} at={at} onChannel={onChannel} onLeave={onLeave} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function Line({
  trace: { id, recording, channel, look, length, lines, figures },
  at,
  onChannel,
  onLeave,
}: {
  trace: Trace;
  at: number | null;
  onChannel: (recording: string, channel: string) => void;
  onLeave: ((recording: string) => void) | null;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const span = useSpan();
  const words = figures?.statistics ? figureWords(figures.statistics, channel, t, format) : null;
  const value = at === null ? null : valueAt(lines, at);
  const others = recording.channels.filter((one) => isNumber(one) && unitOf(one) === unitOf(channel));
  const named = (one: typeof channel) => (one.datalogger_name === null ? one.name : `${one.datalogger_name} · ${one.name}`);
  const verdict =
    figures?.verdict == null ? <span className="muted">{t('recordings:no_limit')}</span> : <VerdictStatus verdict={figures.verdict} />;
  /** What may have no column. */
  const below = [
    ['length', t('recording-overlay:column.length'), format.interval(Math.round(length / 1e6))] as const,
    ...(words === null
      ? []
      : (['n', 'min', 'mean', 'max', 'sd'] as const).map((key) => [key, t(`recordings:figures.${key}`), words[key]] as const)),
  ];
  return (
    <tr>
      <td className="min-w-52 py-1! not-print:@max-[880px]:whitespace-normal slim:min-w-0 print:min-w-40">
        <span className="flex items-start gap-2">
          <svg width="26" height="12" className="mt-1 flex-none" aria-hidden="true">
            <path d="M1 6h24" stroke={`var(--cat-${look})`} strokeWidth="2.5" strokeDasharray={strokeOf(look)} />
          </svg>
          <span className="grid min-w-0 gap-0.5">
            <a className="link wrap-anywhere" href={href('/dlog/recordings2/{id}', { id: recording.id }, locale)}>
              {recording.name}
            </a>
            <span className="muted text-11">{span(recording)}</span>
            {others.length > 1 ? (
              <span className="print:hidden">
                <Select
                  label={t('recording-overlay:channel_of', { name: recording.name })}
                  bare
                  value={channel.channel_id}
                  options={others.map((one) => ({ id: one.channel_id, text: named(one) }))}
                  onChange={(next) => onChannel(id, next)}
                />
              </span>
            ) : null}
            <span className={`muted text-11 ${others.length > 1 ? 'hidden print:inline' : ''}`}>{named(channel)}</span>
            <span className="muted hidden flex-wrap gap-x-2 text-11 not-print:@max-[880px]:flex">
              {below.map(([key, name, figure]) => (
                <span key={key} className={`whitespace-nowrap ${WITHOUT[key] === FEW ? 'hidden not-print:@max-[620px]:inline' : ''}`}>
                  {name} {figure}
                </span>
              ))}
            </span>
            <span className="hidden not-print:@max-[880px]:block">{verdict}</span>
          </span>
        </span>
      </td>
      <td className={`num med ${at === null ? 'print:hidden' : ''}`}>
        {value === null ? '–' : format.quantity(value, channel.display_unit, channel.decimals)}
      </td>
      <td className={`num ${SOME}`}>{format.interval(Math.round(length / 1e6))}</td>
      <td className={`num ${WITHOUT.n}`}>{words?.n ?? '–'}</td>
      <td className={`num ${WITHOUT.min}`}>{words?.min ?? '–'}</td>
      <td className={`num med ${FEW}`}>
        {words?.mean ?? '–'}
        {words?.mean_kind ? <span className="muted block text-11 font-normal">{words.mean_kind}</span> : null}
      </td>
      <td className={`num ${WITHOUT.max}`}>{words?.max ?? '–'}</td>
      <td className={`num ${WITHOUT.sd}`}>{words?.sd ?? '–'}</td>
      <td className={SOME}>{verdict}</td>
      {onLeave === null ? null : (
        <td className="print:hidden">
          <IconButton icon={X} size="sm" label={t('recording-overlay:leave_name', { name: recording.name })} onPress={() => onLeave(id)} />
        </td>
      )}
    </tr>
  );
}
