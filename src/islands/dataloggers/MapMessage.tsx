import { useState } from 'react';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import { type GuessedTime, guessTime, parsedMessage } from '../../lib/domain/logger-types/guess-time.ts';
import { leavesOf } from '../../lib/domain/logger-types/leaves.ts';
import { numberOf } from '../../lib/domain/logger-types/number-text.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Button } from '../ui/Button.tsx';
import type { MessageLogger } from './RefusedMessage.tsx';

/** Values of a message that are looked at. */
const LOOKED_AT = 200;

/** Is a value of the message a number in quotes, other than its time? Whoever maps it has to say what it measures. */
const hasNumberText = (body: string, time: GuessedTime | null): boolean =>
  leavesOf(parsedMessage(body), LOOKED_AT).some(
    ({ path, value }) => path !== time?.path && typeof value === 'string' && !Number.isNaN(numberOf(value).value),
  );

/** Is there more in a message than the door read of it: a time under another name, numbers in quotes? */
export function holdsMore(body: string): boolean {
  const time = guessTime(body);
  return time !== null || hasNumberText(body, time);
}

interface MapMessageProps {
  body: string;
  /** The door took it: what came is read again, not only what was refused. */
  isRead?: boolean;
  logger: MessageLogger;
}

/** One press makes a logger type that reads the message, or opens the mapping with the message in it. */
export function MapMessage({ body, isRead = false, logger: { deps, id, name } }: MapMessageProps) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const [state, setState] = useState<'open' | 'busy' | 'made' | 'failed'>('open');
  const time = guessTime(body);
  // Text that names no offset may be that of the place, or UTC.
  const zones = time?.unit === 'local' ? [zone, null] : [zone];
  const nameOf = (clock: string | null) =>
    time === null
      ? t('first-message:map.type.values', { name })
      : t(`first-message:map.type.${time.unit === 'local' && clock === null ? 'utc' : time.unit}`, { name });
  const run = async (work: (module: typeof import('../../lib/client/logger-types/map-refused.ts')) => Promise<boolean>) => {
    setState('busy');
    try {
      setState((await work(await import('../../lib/client/logger-types/map-refused.ts'))) ? 'made' : 'failed');
    } catch {
      setState('failed');
    }
  };
  const map = (clock: string | null) =>
    run(({ mapRefused }) =>
      mapRefused(deps, { datalogger: id, body, zone: clock, name: nameOf(clock), status: isRead ? null : 'rejected' }),
    );
  const open = () =>
    run(async ({ draftOfMessage }) => {
      const type = await draftOfMessage(deps, { body, zone, name: nameOf(zone) });
      if (type !== null) navigateTo(href('/dlog/logger-types/{id}', { id: type }, locale));
      return type !== null;
    });
  if (state === 'made') return <span role="status">{t('first-message:map.made')}</span>;
  const isOnePress = time !== null && !hasNumberText(body, time);
  return (
    <span className="grid min-w-0 justify-items-start gap-2 items-start py-1" role="status">
      <span className="flex flex-wrap gap-2">
        {isOnePress
          ? zones.map((clock) => (
              <Button
                key={clock}
                size="sm"
                variant={clock === zone ? 'primary' : undefined}
                isPending={state === 'busy'}
                onPress={() => void map(clock)}
              >
                {t(`first-message:map.unit.${time.unit}`, { field: time.path, zone: clock ?? 'UTC' })}
              </Button>
            ))
          : null}
        <Button size="sm" variant={isOnePress ? undefined : 'primary'} isPending={state === 'busy'} onPress={() => void open()}>
          {t('first-message:map.by_hand')}
        </Button>
      </span>
      <span className="soft">{t(isOnePress ? 'first-message:map.what' : 'first-message:map.by_hand_what')}</span>
      {state === 'failed' ? <span className="text-alarm-text">{t('first-message:map.failed')}</span> : null}
    </span>
  );
}
