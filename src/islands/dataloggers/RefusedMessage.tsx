import type { FirstMessageState } from '../../lib/client/dataloggers/first-message.store.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';

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

/** What was wrong with a message that was refused, when it came, and what to do about it. */
export default function RefusedMessage({ message }: { message: Extract<FirstMessageState, { status: 'refused' }> }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const { id, at, error } = message;
  const hint = HINTED.find((code) => code === error?.code);
  return (
    <span className="stack tight">
      <span className="med">{t('dataloggers:token.refused', { time: format.dateTime(at, 'second') })}</span>
      <span>
        {error === null ? t('errors:logger_paused') : t(`received-data:error.${error.code}`)}{' '}
        {error?.line === undefined ? null : (
          <span className="inline-block first-letter:uppercase">
            {t('received-data:errors.place', { line: error.line, column: error.column ?? 1 })}
          </span>
        )}
      </span>
      {hint ? <span className="soft">{t(`first-message:hint.${hint}`)}</span> : null}
      <span>
        <a className="link" href={href('/dlog/received-data/{id}', { id }, locale)}>
          {t('dataloggers:token.refused_open')}
        </a>
      </span>
    </span>
  );
}
