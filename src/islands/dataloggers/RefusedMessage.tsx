import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Unread } from '../../lib/client/dataloggers/first-message.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createTypeRead } from '../../lib/client/logger-types/logger-types.store.ts';
import { leavesOf } from '../../lib/domain/logger-types/leaves.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useStarted } from '../ui/useStarted.ts';
import { MapMessage } from './MapMessage.tsx';

await ready('received-data', 'first-message');

/** Of these it is known what to do. */
const HINTED = [
  'ts_past',
  'ts_future',
  'bad_ts',
  'malformed_json',
  'shape',
  'bad_value',
  'unknown_channel',
  'channel_limit',
  'channel_archived',
  'unsupported_encoding',
] as const;

/** Of these a mapping may be the cure: of the time, and of values that the door doesn't read. */
const MAPPABLE: ReadonlySet<string> = new Set(['ts_past', 'ts_future', 'bad_ts', 'shape', 'bad_value']);
/** Fields that are named; a message may have hundreds. */
const NAMED = 8;

/** The logger that a message came for. */
export interface MessageLogger {
  deps: StoreDeps;
  id: string;
  name: string;
  typeId: string | null;
  /** May the person make types? */
  canMap: boolean;
}

/** What was wrong with a message that gave no value, when it came, and what to do about it. */
export default function RefusedMessage({ message, logger }: { message: Unread; logger: MessageLogger }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const { status, id, at, error, body } = message;
  const { typeId, canMap } = logger;
  const isEmpty = status === 'empty';
  const hint = HINTED.find((code) => code === error?.code);
  const isMappable = isEmpty ? error === null : MAPPABLE.has(error?.code ?? '');
  return (
    <span className="grid min-w-0 justify-items-start gap-2">
      <span className="med">
        {t(isEmpty ? 'first-message:empty.title' : 'dataloggers:token.refused', { time: format.dateTime(at, 'second') })}
      </span>
      {isEmpty && error === null ? (
        typeId === null ? (
          <span>{t('first-message:empty.nothing')}</span>
        ) : (
          <WhatIsRead deps={logger.deps} typeId={typeId} body={body} />
        )
      ) : (
        <span>
          {error === null ? t('errors:logger_paused') : t(`received-data:error.${error.code}`)}{' '}
          {error?.line === undefined ? null : (
            <span className="inline-block first-letter:uppercase">
              {t('received-data:errors.place', { line: error.line, column: error.column ?? 1 })}
            </span>
          )}
        </span>
      )}
      {hint && typeId === null ? <span className="soft">{t(`first-message:hint.${hint}`)}</span> : null}
      {isMappable && typeId === null && canMap && body !== null ? <MapMessage body={body} logger={logger} /> : null}
      <span className="flex flex-wrap gap-x-4 gap-y-1">
        <a className="link text-ink" href={href('/dlog/received-data/{id}', { id }, locale)}>
          {t('dataloggers:token.refused_open')}
        </a>
        {typeId === null ? null : (
          <a className="link text-ink" href={`${href('/dlog/logger-types/{id}', { id: typeId }, locale)}?message=${id}`}>
            {t('first-message:empty.to_type')}
          </a>
        )}
      </span>
    </span>
  );
}

/** What a type looks for, beside what the message has. */
function WhatIsRead({ deps, typeId, body }: { deps: StoreDeps; typeId: string; body: string | null }) {
  const t = useT();
  const locale = useLocale();
  const [type] = useState(() => createTypeRead(deps, typeId));
  useStarted(type);
  const state = useStore(type.$state);
  const listed = (all: readonly string[]) => {
    const shown = all.length > NAMED ? [...all.slice(0, NAMED), '…'] : all;
    return new Intl.ListFormat(locale, { type: 'unit' }).format(shown);
  };
  if (state.status !== 'ready') return <span>{t('first-message:empty.unread')}</span>;
  const { decoder, channels } = state.data.published ?? { decoder: state.data.decoder, channels: [] };
  if (decoder !== 'mapping' || body === null) return <span>{t('first-message:empty.unread')}</span>;
  const has = leavesOf(parsed(body), NAMED + 1).map(({ path }) => path || '…');
  return (
    <>
      <span>{t('first-message:empty.reads', { fields: listed(channels.map(({ path }) => path)) })}</span>
      <span>{has.length === 0 ? t('first-message:empty.nothing') : t('first-message:empty.has', { fields: listed(has) })}</span>
      <span className="soft">{t('first-message:empty.hint')}</span>
    </>
  );
}

function parsed(body: string): unknown {
  try {
    const message: unknown = JSON.parse(body);
    return Array.isArray(message) ? message[0] : message;
  } catch {
    return null;
  }
}
