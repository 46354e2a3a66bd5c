import { Check, Minus, X } from 'lucide-react';
import type { ApiErrorCode } from '../../lib/client/kernel/api.ts';
import type { RecordedChannel, Recording, RecordingEvaluation } from '../../lib/contract/recordings.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { VERDICT_LAMPS } from './RecordingStatus.tsx';

/** What scrolls sideways is reached by keys. */
export const SCROLLED = { tabIndex: 0 };

type Condition = RecordingEvaluation['channels'][number]['conditions'][number];

/** The verdict, and of each condition what was asked, what was measured and what is left. */
export function VerdictPart({
  row,
  evaluation,
  failed,
  onRetry,
}: {
  row: Pick<Recording, 'channels' | 'state' | 'revision'>;
  evaluation: RecordingEvaluation | null;
  failed: ApiErrorCode | null;
  onRetry: () => Promise<void>;
}) {
  const t = useT();
  const format = useFormat();
  const byId = new Map(row.channels.map((channel) => [channel.channel_id, channel]));
  const judged = evaluation?.channels.filter(({ conditions }) => conditions.length > 0) ?? [];
  const several = row.channels.length > 1;
  if (row.state === 'planned') return <p className="soft border-b border-line-2 px-5 py-4 slim:px-4">{t('recordings:planned_text')}</p>;
  if (failed !== null && evaluation === null) return <ErrorState error={failed} onRetry={() => void onRetry()} />;
  return (
    <section className="border-b border-line-2" aria-label={t('recordings:column.verdict')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 slim:px-4">
        <p className="basis-full text-12 text-ink-2">
          {row.revision > 0 ? t('recordings:verdict_revision', { n: row.revision }) : t('recordings:column.verdict')}
          {evaluation && !evaluation.ended ? ` · ${t('recordings:so_far')}` : null}
        </p>
        {evaluation === null ? (
          <Skeleton width={160} height={32} />
        ) : (
          <p className="flex items-center gap-3 text-28 leading-8 font-semi [&_.lamp]:size-5">
            <StatusLamp kind={VERDICT_LAMPS[evaluation.verdict]} />
            {t(`recordings:verdict.${evaluation.verdict}`)}
          </p>
        )}
        {evaluation ? <p className="soft">{t(`recordings:verdict_text.${reasonOf(row, evaluation)}`)}</p> : null}
        {evaluation?.pruned ? <p className="soft">{t('recordings:pruned')}</p> : null}
      </div>
      <div className="min-w-0 overflow-x-auto" {...SCROLLED}>
        {judged.length === 0 && evaluation !== null ? (
          <p className="soft px-5 py-4 slim:px-4">{t('recordings:no_limits')}</p>
        ) : (
          <table className="tbl compact min-w-190 slim:min-w-0" aria-label={t('recordings:conditions')}>
            <thead>
              <tr>
                {several ? <th scope="col">{t('recordings:condition.channel')}</th> : null}
                <th scope="col">{t('recordings:condition.name')}</th>
                <th scope="col" className="slim:hidden">
                  {t('recordings:condition.wanted')}
                </th>
                <th scope="col" className="num">
                  {t('recordings:condition.measured')}
                </th>
                <th scope="col" className="w-32 slim:hidden">
                  <span className="sr-only">{t('recordings:condition.place')}</span>
                </th>
                <th scope="col" className="num slim:hidden">
                  {t('recordings:condition.margin')}
                </th>
                <th scope="col">
                  <span className="slim:sr-only">{t('recordings:condition.met')}</span>
                </th>
                <th scope="col" className="slim:hidden">
                  {t('recordings:condition.worst')}
                </th>
              </tr>
            </thead>
            <tbody>
              {judged.flatMap(({ channel_id, conditions }) =>
                conditions.map((condition, index) => (
                  <Line
                    key={`${channel_id} ${condition.kind}`}
                    condition={condition}
                    channel={byId.get(channel_id)!}
                    span={several ? (index === 0 ? conditions.length : 0) : null}
                    time={(us) => format.dateTime(us / 1_000, 'minute')}
                  />
                )),
              )}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}

/** Why it is what it is, for the sentence below it. */
function reasonOf(row: Pick<Recording, 'channels'>, { verdict, ended, channels }: RecordingEvaluation) {
  if (verdict !== 'not_decided') return verdict;
  if (row.channels.every(({ limits }) => limits === null)) return 'no_limits';
  if (!ended) return 'running';
  return channels.some(({ conditions }) => conditions.some(({ kind, met }) => kind === 'coverage' && !met)) ? 'coverage' : 'not_decided';
}

function Line({
  condition,
  channel,
  span,
  time,
}: {
  condition: Condition;
  channel: RecordedChannel;
  /** Lines that its channel stands beside; 0 = it stands above, null = there is only one. */
  span: number | null;
  time: (us: number) => string;
}) {
  const t = useT();
  const format = useFormat();
  const { kind, limit, allowed_s, measured, margin, worst, worst_at, worst_margin, times, longest_s, met } = condition;
  const value = (number: number) => format.quantity(shownNumber(number, channel.conversion), channel.display_unit, channel.decimals);
  const difference = (number: number) =>
    format.quantity(number * Math.abs(channel.conversion?.scale ?? 1), channel.display_unit, channel.decimals);
  const celsius = (number: number) => format.quantity(number, '°C', 2);
  const length = (seconds: number) => format.interval(Math.round(seconds));
  const isTime = kind === 'above' || kind === 'below';
  const wanted = isTime
    ? t('recordings:condition.at_most', { value: length(allowed_s ?? 0) })
    : kind === 'coverage'
      ? t('recordings:condition.at_least', { value: format.percent(limit, 1) })
      : t('recordings:condition.at_most', { value: celsius(limit) });
  const shown = (number: number | null) =>
    number === null
      ? '–'
      : isTime
        ? length(Math.abs(number))
        : kind === 'coverage'
          ? format.percent(Math.abs(number), 1)
          : celsius(Math.abs(number));
  const left = margin === null ? '–' : `${margin < 0 ? '−' : ''}${shown(margin)}`;
  const name = isTime ? t(`recordings:condition.${kind}`, { limit: value(limit) }) : t(`recordings:condition.${kind}`);
  const scale = isTime ? (allowed_s ?? 0) : limit;
  const farthest =
    worst === null || worst_at === null ? null : (
      <>
        <span className="whitespace-nowrap">{value(worst)}</span>{' '}
        <span className="muted whitespace-nowrap half:whitespace-normal">
          · {times > 0 ? t('recordings:condition.times', { count: times, longest: length(longest_s) }) : time(worst_at)}
        </span>
        {worst_margin !== null && worst_margin < 0 ? (
          <span className="muted block text-11">
            {t('recordings:condition.beyond', { value: difference(-worst_margin), time: time(worst_at) })}
          </span>
        ) : null}
      </>
    );
  return (
    <tr className={span === 0 ? '[&>:first-child]:pl-2.5!' : undefined}>
      {span ? (
        <td rowSpan={span} className="align-top slim:whitespace-normal">
          <span className="block pt-1.5">{channel.name}</span>
          {channel.datalogger_name === null ? null : <span className="muted block text-11">{channel.datalogger_name}</span>}
        </td>
      ) : null}
      <td>
        {name}
        <span className="soft hidden text-11 slim:block">{wanted}</span>
        {farthest === null ? null : (
          <span className="soft hidden text-11 slim:block slim:whitespace-normal slim:[&_*]:whitespace-normal">
            {t('recordings:condition.worst')} {farthest}
          </span>
        )}
      </td>
      <td className="soft slim:hidden">{wanted}</td>
      <td className="num med">
        {shown(measured)}
        {left === '–' ? null : (
          <span className="muted hidden text-11 slim:block slim:whitespace-normal">
            {t('recordings:condition.margin')} {left}
          </span>
        )}
      </td>
      <td className="slim:hidden">
        <Place measured={measured} scale={scale} ok={met} />
      </td>
      <td className="num slim:hidden">{left}</td>
      <td>
        <span
          className={`flex items-center gap-1.5 whitespace-nowrap ${met === false ? 'text-alarm-text' : met === true ? 'text-ok-text' : 'text-ink-3'}`}
        >
          <Icon of={met === true ? Check : met === false ? X : Minus} size={14} />
          <span className="slim:sr-only">
            {t(met === true ? 'recordings:condition.yes' : met === false ? 'recordings:condition.no' : 'recordings:condition.unknown')}
          </span>
        </span>
      </td>
      <td className="soft half:whitespace-normal slim:hidden">{farthest}</td>
    </tr>
  );
}

/** Where the measured value lies beside its limit, which stands at three quarters of the line. */
function Place({ measured, scale, ok }: { measured: number | null; scale: number; ok: boolean | null }) {
  const share = measured === null ? 0 : scale > 0 ? Math.min(1, (measured / scale) * 0.75) : measured > 0 ? 1 : 0;
  const mark = scale > 0 ? 75 : 0;
  return (
    <svg className="block h-3 w-28" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="2" width="100" height="8" fill="var(--sunken)" />
      <rect x="0" y="2" width={mark} height="8" fill="var(--ok-soft)" />
      <rect x="0" y="4" width={share * 100} height="4" fill={ok === false ? 'var(--alarm)' : 'var(--text)'} />
      <rect x={mark} y="0" width="1" height="12" fill="var(--alarm)" />
    </svg>
  );
}
