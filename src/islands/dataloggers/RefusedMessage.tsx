import { useState } from 'react';
import type { FirstMessageState } from '../../lib/client/dataloggers/first-message.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { guessTime } from '../../lib/domain/logger-types/guess-time.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useTimeZone } from '../shell/zone.ts';
import { Button } from '../ui/Button.tsx';

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

/** Of these a mapping of the time may be the cure. */
const OF_TIME: ReadonlySet<string> = new Set(['ts_past', 'ts_future', 'bad_ts']);

export type Refused = Extract<FirstMessageState, { status: 'refused' }>;
/** The logger for which a mapping may be made; it has none yet. */
export interface Mappable {
  deps: StoreDeps;
  id: string;
  name: string;
}

/** What was wrong with a message that was refused, when it came, and what to do about it. */
export default function RefusedMessage({ message, mappable }: { message: Refused; mappable: Mappable | null }) {
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
      {mappable && OF_TIME.has(error?.code ?? '') ? <MapTime message={message} of={mappable} /> : null}
      <span>
        <a className="link" href={href('/dlog/received-data/{id}', { id }, locale)}>
          {t('dataloggers:token.refused_open')}
        </a>
      </span>
    </span>
  );
}

/** One press: the time is read as the device writes it, and what was refused is read again. */
function MapTime({ message: { body }, of: { deps, id, name } }: { message: Refused; of: Mappable }) {
  const t = useT();
  const zone = useTimeZone();
  const [state, setState] = useState<'open' | 'busy' | 'made' | 'failed'>('open');
  const unit = body === null ? null : guessTime(body);
  if (body === null || unit === null) return null;
  const map = async () => {
    setState('busy');
    try {
      const { mapRefused } = await import('../../lib/client/logger-types/map-refused.ts');
      const isMade = await mapRefused(deps, { datalogger: id, body, zone, name: t(`first-message:map.type.${unit}`, { name }) });
      setState(isMade ? 'made' : 'failed');
    } catch {
      setState('failed');
    }
  };
  return (
    <span className="stack tight items-start py-1" role="status">
      {state === 'made' ? (
        <span>{t('first-message:map.made')}</span>
      ) : (
        <>
          <Button size="sm" variant="primary" isPending={state === 'busy'} onPress={() => void map()}>
            {t(`first-message:map.unit.${unit}`, { zone })}
          </Button>
          <span className="soft">{t('first-message:map.what')}</span>
        </>
      )}
      {state === 'failed' ? <span className="text-alarm-text">{t('first-message:map.failed')}</span> : null}
    </span>
  );
}
