import { Fragment } from 'react';
import type { EvaluatedChannel, HeldCalibration, RecordedChannel } from '../../lib/contract/recordings.ts';
import { noonOf } from '../../lib/domain/time/wall-clock.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Status } from '../ui/Status.tsx';

/** Which calibration held in the time of a recording, and whether it was overdue then. */
export function HeldCalibrations({
  shown,
  byId,
}: {
  shown: readonly EvaluatedChannel[];
  byId: ReadonlyMap<string, Pick<RecordedChannel, 'name' | 'kind'>>;
}) {
  const t = useT();
  const measured = shown.filter(({ channel_id }) => byId.get(channel_id)?.kind === 'gauge');
  if (measured.length === 0) return null;
  return (
    <div className="px-5 pt-2 pb-4 slim:px-4">
      <h3 className="h2 pb-1">{t('recordings:calibrations.title')}</h3>
      <ul className="grid gap-1.5 text-13">
        {measured.map(({ channel_id, calibrations }) => (
          <li key={channel_id} className="grid gap-0.5">
            <span className="med">{byId.get(channel_id)?.name}</span>
            {calibrations.length === 0 ? <Status kind="never">{t('recordings:calibrations.none')}</Status> : null}
            {calibrations.map((one) => (
              <Held key={one.id} one={one} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Held({ one }: { one: HeldCalibration }) {
  const t = useT();
  const format = useFormat();
  const zone = useTimeZone();
  const day = (date: string) => format.date(new Date(noonOf(date, zone)).toISOString());
  const facts = [
    one.laboratory,
    one.certificate,
    t('recordings:calibrations.from', { time: format.dateTime(one.from, 'minute') }),
    one.due_on === null ? t('recordings:calibrations.no_due') : t('recordings:calibrations.due', { day: day(one.due_on) }),
  ].filter((fact) => fact !== null);
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <Status kind={one.overdue ? 'late' : 'online'}>{t(`recordings:calibrations.${one.overdue ? 'overdue' : 'valid'}`)}</Status>
      <span className="soft wrap-anywhere">
        {facts.map((fact, at) => (
          <Fragment key={fact}>
            {at === 0 ? null : '\u00a0· '}
            {/* A number isn't torn at its hyphens. */}
            {fact === one.certificate ? <span className="inline-block max-w-full">{fact}</span> : fact}
          </Fragment>
        ))}
      </span>
    </span>
  );
}
