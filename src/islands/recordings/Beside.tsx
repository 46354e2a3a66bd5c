import type { ReactNode } from 'react';
import type { Recording, RecordingEvaluation, RecordingRevision } from '../../lib/contract/recordings.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { limitsText, revisionChanges } from '../../lib/i18n/recording-words.ts';
import { Status } from '../ui/Status.tsx';
import { Group } from './Group.tsx';
import { Hash } from './Hash.tsx';
import { VerdictStatus } from './RecordingStatus.tsx';

/** Beside the recording: who signed it, its revisions, and what its channels were when it began. */
export function Beside({ row, evaluation, children }: { row: Recording; evaluation: RecordingEvaluation | null; children?: ReactNode }) {
  const t = useT();
  return (
    <aside
      className="w-80 flex-none border-l border-line-2 max-[1101px]:w-auto max-[1101px]:border-t max-[1101px]:border-l-0 print:w-auto"
      aria-label={t('recordings:beside')}
    >
      <Signature row={row} evaluation={evaluation} />
      <Revisions row={row} />
      {row.import === null ? null : (
        <Group title={t('recordings:import.title')}>
          <p className="soft wrap-anywhere">{t('recordings:import.of', { name: row.import.name })}</p>
        </Group>
      )}
      {row.plan === null ? null : <Plan of={row.plan} />}
      <Source row={row} />
      {row.note === null ? null : (
        <Group title={t('recordings:note_title')}>
          <p className="soft wrap-anywhere whitespace-pre-wrap">{row.note}</p>
        </Group>
      )}
      {children}
    </aside>
  );
}

function Plan({ of: { name } }: { of: NonNullable<Recording['plan']> }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Group title={t('recordings:import.title')}>
      <p className="soft wrap-anywhere">
        {t('recordings:begun_by_plan')}{' '}
        <a className="link" href={href('/dlog/recording-plans', null, locale)}>
          {name}
        </a>
      </p>
    </Group>
  );
}

function Signature({ row, evaluation }: { row: Recording; evaluation: RecordingEvaluation | null }) {
  const t = useT();
  const format = useFormat();
  const signed = row.revisions.find(({ signed_at }) => signed_at !== null);
  if (!signed)
    return (
      <Group title={t('recordings:signature.title')}>
        <p className="soft">{t('recordings:signature.none')}</p>
      </Group>
    );
  const changed = row.changed || evaluation?.changed === true;
  return (
    <Group
      title={t('recordings:signature.title')}
      note={
        evaluation === null ? null : (
          <Status kind={changed ? 'late' : 'online'}>{t(changed ? 'recordings:changed' : 'recordings:signature.same')}</Status>
        )
      }
    >
      <p>
        <b className="block text-16 leading-5 font-semi">{signed.signed_by ?? t('recordings:signature.service')}</b>
        <span className="soft">{format.dateTime(signed.signed_at!, 'second')}</span>
      </p>
      {signed.statement === null ? null : <p className="wrap-anywhere">{signed.statement}</p>}
      <div>
        <p className="soft text-12">{t('recordings:signature.hash')}</p>
        <Hash of={signed.hash} />
      </div>
    </Group>
  );
}

function Revisions({ row }: { row: Recording }) {
  const t = useT();
  const format = useFormat();
  if (row.revisions.length === 0) return null;
  return (
    <Group title={t('recordings:revisions.title')}>
      <ol className="grid gap-3">
        {row.revisions.map((revision, index) => {
          const before = row.revisions[index + 1];
          return (
            <li key={revision.revision} className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-2">
              <span className="rounded-full border border-line-control px-2 text-12 font-medium">{revision.revision}</span>
              <VerdictStatus verdict={revision.verdict} />
              <span className="muted">{format.dateTime(revision.made_at, 'minute')}</span>
              <div className="col-start-2 col-end-4 text-12 text-ink-2">
                <p>
                  {revision.signed_at === null
                    ? t('recordings:revisions.waits')
                    : t('recordings:revisions.signed', { name: revision.signed_by ?? t('recordings:signature.service') })}
                </p>
                {before ? <Difference row={row} before={before} after={revision} /> : null}
              </div>
            </li>
          );
        })}
      </ol>
    </Group>
  );
}

/** What became of the data between two revisions. */
function Difference({ row, before, after }: { row: Recording; before: RecordingRevision; after: RecordingRevision }) {
  const t = useT();
  const format = useFormat();
  return (
    <ul>
      {revisionChanges(row.channels, before, after, t, format).map(({ id, name, what, spans }) => (
        <li key={id}>
          <span className="med text-ink">{name}</span>: {what}
          {spans.map((span) => (
            <span key={span} className="block">
              {span}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Source({ row }: { row: Recording }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const [first] = row.channels;
  return (
    <Group
      title={t('recordings:source.title')}
      note={first ? <span className="muted">{format.dateTime(first.taken_at, 'minute')}</span> : null}
    >
      <ul className="grid gap-3 print:block print:columns-3 print:gap-x-6">
        {row.channels.map((channel) => {
          const { limits } = channel;
          const facts: [string, ReactNode][] = [
            [
              t('recordings:source.logger'),
              channel.datalogger_id === null ? null : (
                <a className="link" href={href('/dlog/dataloggers/{id}', { id: channel.datalogger_id }, locale)}>
                  {channel.datalogger_name}
                </a>
              ),
            ],
            [
              t('recordings:source.type'),
              channel.logger_type === null
                ? null
                : [channel.logger_type.name, channel.logger_type.version === null ? null : `v${channel.logger_type.version}`]
                    .filter(Boolean)
                    .join(', '),
            ],
            [t('recordings:source.interval'), channel.interval_s === null ? null : format.interval(channel.interval_s)],
            [t('recordings:source.limits'), limitsText(format, channel, limits)],
            [
              t('recordings:source.coverage'),
              limits === null ? null : t('recordings:condition.at_least', { value: format.percent(limits.coverage, 1) }),
            ],
          ];
          return (
            <li key={channel.channel_id} className="print:mb-3 print:break-inside-avoid">
              <p className="med wrap-anywhere">{channel.name}</p>
              <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-12 leading-5">
                {facts.map(([name, fact]) =>
                  fact === null ? null : (
                    <div key={name} className="contents">
                      <dt className="text-ink-3">{name}</dt>
                      <dd className="min-w-0 wrap-anywhere">{fact}</dd>
                    </div>
                  ),
                )}
              </dl>
            </li>
          );
        })}
      </ul>
    </Group>
  );
}
