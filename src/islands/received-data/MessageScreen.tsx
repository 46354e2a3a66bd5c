import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { createNeighbours } from '../../lib/client/received-data/neighbours.store.ts';
import type { ReceivedMessageStore } from '../../lib/client/received-data/received-data.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { IngestError, ReceivedDataDetail } from '../../lib/contract/received-data.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { useCrumbs } from '../shell/crumbs.ts';
import { useMedia } from '../shell/hooks.ts';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { Again } from './Again.tsx';
import { Body, markId } from './Body.tsx';
import { addressOf, askedOf, type Filter, FROM_LIST, writeQuery } from './list-filter.ts';
import { MESSAGE_PART, PART_HEAD } from './message-looks.ts';
import { Neighbours } from './Neighbours.tsx';
import { Points } from './Points.tsx';
import { STATUS_LAMP } from './status.ts';
import { Door } from './Tail.tsx';

type Resulting = ReceivedDataDetail['readings'][number];
const ERRORS_SHOWN = 50;
const READINGS_LIMIT = 500;
/** A phone, or half of a window that isn't wide: the time goes under the channel. */
const TIGHT = '(max-width: 720px), (min-width: 961px) and (max-width: 1330px)';

/** What stands there until the message is here. */
export function MessageWaiting() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('received-data:title'), href: href('/dlog/received-data', null, locale) }]}
        title={<Skeleton width={220} height={18} />}
      />
    </div>
  );
}

export function MessageScreen({
  context,
  list,
  create,
}: {
  context: PageContext;
  /** The filter of the list that it was opened from; null = it wasn't. */
  list: Filter | null;
  create: () => ReceivedMessageStore;
}) {
  const [store] = useState(create);
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'loading') return <MessageWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void store.load()} />
      </div>
    );
  const { message } = state;
  return (
    <div className="screen">
      <Head context={context} message={message} list={list} onDone={() => void store.load()} />
      <div className="message grid min-h-0 flex-1 grid-cols-2 max-[961px]:block max-[961px]:overflow-auto">
        <div className="min-h-0 overflow-auto border-r border-r-line-2 max-[961px]:overflow-visible max-[961px]:border-r-0">
          {message.errors.length > 0 ? <Errors errors={message.errors} total={message.error_count} /> : null}
          {message.warnings.length > 0 ? <Warnings warnings={message.warnings} total={message.warning_count} /> : null}
          <Body message={message} />
        </div>
        <Readings message={message} />
      </div>
    </div>
  );
}

function Head({
  context,
  message,
  list,
  onDone,
}: {
  context: PageContext;
  message: ReceivedDataDetail;
  list: Filter | null;
  onDone: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const crumbs = useCrumbs(context, message.workspace_id, {
    text: t('received-data:title'),
    href: href('/dlog/received-data', null, locale) + (list ? addressOf(writeQuery(list)) : ''),
  });
  const place = useTimePlace();
  const [neighbours] = useState(() =>
    createNeighbours(browserDeps(context.organization), message, list && askedOf(list, context.workspace, place)),
  );
  return (
    <PageHead
      crumbs={crumbs}
      actions={
        <>
          <Neighbours store={neighbours} address={list ? addressOf({ ...FROM_LIST, ...writeQuery(list) }) : ''} />
          {message.is_known && !message.body_damaged && context.can('dlog:write', message.workspace_id) ? (
            <Again organization={context.organization} of={() => ({ id: message.id })} onDone={onDone} />
          ) : null}
        </>
      }
      title={t('received-data:detail.title', { time: format.dateTime(message.received_at, 'second') })}
      status={
        <Status kind={STATUS_LAMP[message.status]} badge>
          {t(`received-data:status.${message.status}`)}
        </Status>
      }
      facts={[
        [
          {
            name: t('received-data:detail.datalogger'),
            value: (
              <a className="link" href={href('/dlog/dataloggers/{id}', { id: message.datalogger_id }, locale)}>
                {message.datalogger_name}
              </a>
            ),
          },
          { name: t('received-data:detail.points'), value: <Points row={message} /> },
          { name: t('received-data:detail.size'), value: format.bytes(message.size) },
          ...(message.withdrawn_at === null
            ? []
            : [{ name: t('received-data:detail.withdrawn'), value: format.dateTime(message.withdrawn_at, 'minute') }]),
          ...(message.repeats === null
            ? []
            : [
                {
                  name: t('received-data:detail.repeats'),
                  value: (
                    <a className="link" href={href('/dlog/received-data/{id}', { id: message.repeats.id }, locale)}>
                      {format.dateTime(message.repeats.received_at, 'second')}
                    </a>
                  ),
                },
              ]),
        ],
        [
          { name: t('received-data:detail.door'), value: <Door door={message.door} /> },
          ...(message.topic === null
            ? []
            : [{ name: t('received-data:detail.topic'), value: <span className="mono wrap-anywhere">{message.topic}</span> }]),
          { name: t('received-data:detail.content_type'), value: message.content_type ?? '–' },
          {
            name: t('received-data:detail.token'),
            value: message.credential_hint ? (
              <>
                {message.credential_label ? `${message.credential_label} ` : ''}
                <span className="mono">{message.credential_hint}…</span>
              </>
            ) : (
              t('received-data:detail.token_gone')
            ),
          },
        ],
      ]}
    />
  );
}

function Errors({ errors, total }: { errors: readonly IngestError[]; total: number }) {
  const t = useT();
  const shown = errors.slice(0, ERRORS_SHOWN);
  return (
    <section className={MESSAGE_PART}>
      <header className={PART_HEAD}>
        <h2 className="h2">{t('received-data:errors.title', { count: total })}</h2>
      </header>
      <ul>
        {shown.map((error, index) => (
          <li className="flex gap-2 items-baseline py-0.75 px-0" key={index}>
            <StatusLamp kind="alarm" />
            <span>
              {t(`received-data:error.${error.code}`)} <Where error={error} index={index} />
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length ? <p className="muted">{t('received-data:errors.more', { count: total - shown.length })}</p> : null}
    </section>
  );
}

/** What was taken though not as it was written, or what a script warned of. */
function Warnings({ warnings, total }: { warnings: readonly IngestError[]; total: number }) {
  const t = useT();
  const shown = warnings.slice(0, ERRORS_SHOWN);
  return (
    <section className={MESSAGE_PART}>
      <header className={PART_HEAD}>
        <h2 className="h2">{t('received-data:warnings.title', { count: total })}</h2>
      </header>
      <p className="muted">{t('received-data:warnings.text')}</p>
      <ul>
        {shown.map((warning, index) => (
          <li className="flex gap-2 items-baseline py-0.75 px-0" key={index}>
            <StatusLamp kind="late" />
            <span>
              {t(`received-data:error.${warning.code}`)} {warning.text} <Where error={warning} index={index} />
            </span>
          </li>
        ))}
      </ul>
      {total > shown.length ? <p className="muted">{t('received-data:errors.more', { count: total - shown.length })}</p> : null}
    </section>
  );
}

/** Where in the body an error lies: a link to the mark when the place is known. */
function Where({ error, index }: { error: IngestError; index: number }) {
  const t = useT();
  const { line, column = 1, key } = error;
  const rest = [
    error.index === undefined ? null : t('received-data:errors.row', { index: error.index + 1 }),
    key === undefined ? null : t('received-data:errors.key', { key }),
  ].filter((part) => part !== null);
  return (
    <span className="muted inline-block first-letter:uppercase">
      {line === undefined ? null : (
        <a className="link" href={`#${markId(index)}`}>
          {t('received-data:errors.place', { line, column })}
        </a>
      )}
      {line !== undefined && rest.length > 0 ? ', ' : null}
      {rest.join(', ')}
    </span>
  );
}

function Readings({ message: { readings, body_damaged } }: { message: ReceivedDataDetail }) {
  const t = useT();
  const format = useFormat();
  const narrow = useNarrow();
  const tight = useMedia(TIGHT);
  const columns = useReadingColumns(tight);
  const rows = useMemo(() => readings.map((reading, index) => ({ ...reading, index })), [readings]);
  return (
    <section className="flex min-h-0 flex-col pb-4 [&>header]:px-5 [&>p]:px-5 slim:[&>header]:px-4 slim:[&>p]:px-4">
      <header className={PART_HEAD}>
        <h2 className="h2">{t('received-data:readings.title')}</h2>
        {body_damaged ? null : <span className="muted">{format.number(readings.length)}</span>}
      </header>
      {readings.length === 0 ? (
        <p className="muted">{t(body_damaged ? 'received-data:readings.damaged' : 'received-data:readings.none')}</p>
      ) : (
        <DataTable
          compact={!tight}
          height={narrow ? 'content' : 'fill'}
          label={t('received-data:readings.list')}
          columns={columns}
          rows={rows}
          rowId={(row) => String(row.index)}
        />
      )}
      {readings.length >= READINGS_LIMIT ? (
        <p className="muted">{t('received-data:readings.cut', { n: format.number(READINGS_LIMIT) })}</p>
      ) : null}
    </section>
  );
}

/** The channel of a reading; it may belong to another logger than the message. */
function ChannelName({ row }: { row: Resulting }) {
  const locale = useLocale();
  if (row.datalogger_id === null) return <span className="one-line">{row.name}</span>;
  return (
    <a className="link one-line" href={href('/dlog/dataloggers/{id}', { id: row.datalogger_id }, locale)}>
      {row.name}
    </a>
  );
}

function useReadingColumns(tight: boolean): readonly TableColumn<Resulting & { index: number }>[] {
  const t = useT();
  const format = useFormat();
  return useMemo((): TableColumn<Resulting & { index: number }>[] => {
    const moment = (row: Resulting) => <time dateTime={row.ts}>{format.dateTime(row.ts, 'second')}</time>;
    const marked = ({ quality }: Resulting) =>
      quality === 'good' ? null : (
        <Status kind={quality === 'sensor_error' ? 'alarm' : 'late'}>{t(`received-data:readings.${quality}`)}</Status>
      );
    const replaced = <Status kind="late">{t('received-data:readings.replaced')}</Status>;
    const value: TableColumn<Resulting & { index: number }> = {
      id: 'value',
      name: t('received-data:readings.value'),
      width: tight ? 140 : 160,
      end: true,
      cell: (row) => (
        <span className="whitespace-normal wrap-anywhere">
          <ChannelValue value={row.value} of={row} />
        </span>
      ),
    };
    if (tight)
      return [
        {
          id: 'channel',
          name: t('received-data:readings.channel'),
          cell: (row) => (
            <span className="two">
              <span>
                <ChannelName row={row} />
              </span>
              <small>{!row.current ? replaced : (marked(row) ?? moment(row))}</small>
            </span>
          ),
        },
        value,
      ];
    return [
      { id: 'channel', name: t('received-data:readings.channel'), cell: (row) => <ChannelName row={row} /> },
      { id: 'ts', name: t('received-data:readings.ts'), width: 170, cell: moment },
      value,
      {
        id: 'current',
        name: t('received-data:readings.state'),
        width: 116,
        cell: (row) => (!row.current ? replaced : (marked(row) ?? <span className="muted">{t('received-data:readings.current')}</span>)),
      },
    ];
  }, [t, format, tight]);
}
