import { Check, Minus, X } from 'lucide-react';
import type { ApiErrorCode } from '../../lib/client/kernel/api.ts';
import type { RecordedChannel, Recording, RecordingEvaluation } from '../../lib/contract/recordings.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { conditionPlace, conditionWords, sparseOf, verdictReason } from '../../lib/i18n/recording-words.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { LinesWaiting, Skeleton } from '../ui/Skeleton.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { VERDICT_LAMPS } from './RecordingStatus.tsx';

type Condition = RecordingEvaluation['channels'][number]['conditions'][number];

/** The verdict, and of each condition what was asked, what was measured and what is left. */
export function VerdictPart({
  row,
  evaluation,
  failed,
  onRetry,
  mayMend = false,
}: {
  row: Pick<Recording, 'channels' | 'state' | 'revision'>;
  evaluation: RecordingEvaluation | null;
  failed: ApiErrorCode | null;
  onRetry: () => Promise<void>;
  /** Whoever reads it may change the logger and make another recording. */
  mayMend?: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const byId = new Map(row.channels.map((channel) => [channel.channel_id, channel]));
  const judged = evaluation?.channels.filter(({ conditions }) => conditions.length > 0) ?? [];
  const several = row.channels.length > 1;
  const sparse = evaluation && sparseOf(row.channels, evaluation);
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
        {evaluation ? <p className="soft">{t(`recordings:verdict_text.${verdictReason(row, evaluation)}`)}</p> : null}
        {sparse === null ? null : (
          <p className="soft basis-full text-pretty">
            {t('recordings:sparse', { gap: format.interval(sparse.gap_s), interval: format.interval(sparse.interval_s) })}
            {mayMend ? ` ${t('recordings:sparse_help')}` : null}
          </p>
        )}
        {evaluation?.pruned ? <p className="soft">{t('recordings:pruned')}</p> : null}
      </div>
      {evaluation === null ? (
        <>
          <LinesWaiting />
          <p className="soft hidden px-5 pb-3 print:block">{t('recordings:not_loaded_print')}</p>
        </>
      ) : judged.length === 0 ? (
        <p className="soft px-5 py-4 slim:px-4">{t('recordings:no_limits')}</p>
      ) : (
        <Scroller className="min-w-0">
          <table
            className="tbl compact min-w-190 half:min-w-150 slim:min-w-0 print:[&_:is(td,th):not(.num)]:min-w-16"
            aria-label={t('recordings:conditions')}
          >
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
                <th scope="col" className="w-32 half:hidden print:table-cell print:w-20">
                  <span className="sr-only">{t('recordings:condition.place')}</span>
                </th>
                <th scope="col" className="num slim:hidden">
                  {t('recordings:condition.margin')}
                </th>
                <th scope="col">
                  <span className="slim:sr-only">{t('recordings:condition.met')}</span>
                </th>
                <th scope="col" className="max-[1150px]:hidden print:table-cell">
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
                  />
                )),
              )}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}

function Line({
  condition,
  channel,
  span,
}: {
  condition: Condition;
  channel: RecordedChannel;
  /** Lines that its channel stands beside; 0 = it stands above, null = there is only one. */
  span: number | null;
}) {
  const t = useT();
  const format = useFormat();
  const { name, wanted, measured, margin, met: said, worst } = conditionWords(condition, channel, t, format);
  const { met } = condition;
  const farthest =
    worst === null ? null : (
      <>
        <span className="whitespace-nowrap">{worst.value}</span> <span className="muted whitespace-nowrap">{worst.when}</span>
        {worst.beyond === null ? null : <span className="muted block text-11">{worst.beyond}</span>}
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
      <td className="slim:py-1.5">
        {name}
        <span className="soft hidden text-11 slim:block">{wanted}</span>
        {farthest === null ? null : (
          <span className="soft hidden text-11 max-[1150px]:block max-[1150px]:whitespace-normal print:hidden slim:[&_*]:whitespace-normal">
            {t('recordings:condition.worst')} {farthest}
          </span>
        )}
      </td>
      <td className="soft slim:hidden">{wanted}</td>
      <td className="num med slim:py-1.5">
        {measured}
        {margin === '–' ? null : (
          <span className="muted hidden text-11 slim:block slim:whitespace-normal">
            {t('recordings:condition.margin')} {margin}
          </span>
        )}
      </td>
      <td className="half:hidden print:table-cell">
        <Place condition={condition} />
      </td>
      <td className="num slim:hidden">{margin}</td>
      <td>
        <span
          className={`flex items-center gap-1.5 whitespace-nowrap ${met === false ? 'text-alarm-text' : met === true ? 'text-ok-text' : 'text-ink-3'}`}
        >
          <Icon of={met === true ? Check : met === false ? X : Minus} size={14} />
          <span className="slim:sr-only">{said}</span>
        </span>
      </td>
      <td className="soft py-1 max-[1150px]:hidden print:table-cell">{farthest}</td>
    </tr>
  );
}

/** Where the measured value lies beside its limit. */
function Place({ condition }: { condition: Condition }) {
  const { share, mark } = conditionPlace(condition);
  return (
    <svg className="block h-3 w-28 print:w-16" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="2" width="100" height="8" fill="var(--sunken)" />
      <rect x="0" y="2" width={mark * 100} height="8" fill="var(--ok-soft)" />
      <rect x="0" y="4" width={share * 100} height="4" fill={condition.met === false ? 'var(--alarm)' : 'var(--text)'} />
      <rect x={mark * 100} y="0" width="1" height="12" fill="var(--alarm)" />
    </svg>
  );
}
