import { stateNow } from '../../lib/client/dataloggers/datalogger-row.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Datalogger, DataloggerState } from '../../lib/contract/dataloggers.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { SensorFailing } from '../chart/SensorFailing.tsx';
import { ClockAhead } from '../dataloggers/ClockAhead.tsx';
import { LoggerStatus } from '../dataloggers/LoggerStatus.tsx';
import { useCoarseNow } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { Panel } from '../ui/Panel.tsx';

/** The worst first. */
const OPEN: readonly DataloggerState[] = ['refused', 'offline', 'late'];
const LINE = 'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 min-h-(--row) px-3 py-1 not-first:border-t not-first:border-t-line';

/** What of the machine somebody should look at: loggers that fell silent or are refused, sensors that fail, clocks that go ahead; nothing where all is well. */
export function Attention({ loggers, channels }: { loggers: readonly Datalogger[]; channels: readonly Channel[] }) {
  const t = useT();
  const locale = useLocale();
  const now = useCoarseNow();
  const silent = loggers
    .map((logger) => ({ logger, state: stateNow(logger, now) }))
    .filter(({ state }) => OPEN.includes(state))
    .sort((a, b) => OPEN.indexOf(a.state) - OPEN.indexOf(b.state));
  const failing = channels.filter(({ failing_ts }) => failing_ts !== null);
  const ahead = channels.filter(({ ahead_ts }) => ahead_ts !== null);
  const count = silent.length + failing.length + ahead.length;
  if (count === 0) return null;
  const logger = (id: string) => href('/dlog/dataloggers/{id}', { id }, locale);
  return (
    <Panel title={t('machines:attention.title')} note={count}>
      <ul aria-label={t('machines:attention.title')}>
        {silent.map(({ logger: one, state }) => (
          <li key={one.id} className={LINE}>
            <a className="med one-line hover:underline" href={logger(one.id)}>
              {one.name}
            </a>
            <span className="inline-flex flex-wrap items-center justify-end gap-x-2.5">
              <LoggerStatus state={state} />
              {one.last_seen_at === null ? null : (
                <small className="soft">
                  <Age of={one.last_seen_at} late />
                </small>
              )}
            </span>
          </li>
        ))}
        {[...failing, ...ahead.filter((one) => !failing.includes(one))].map((channel) => (
          <li key={channel.id} className={LINE}>
            {channel.datalogger_id === null ? (
              <span className="med one-line">{channel.name}</span>
            ) : (
              <a className="med one-line hover:underline" href={logger(channel.datalogger_id)}>
                {channel.name}
              </a>
            )}
            <span className="inline-flex flex-wrap items-center justify-end gap-x-2.5">
              <small className="soft">
                <SensorFailing of={channel} />
              </small>
              <ClockAhead of={channel} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
