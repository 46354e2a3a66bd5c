import { useEffect, useState } from 'react';
import type { CalibrationActs, CalibrationTrial, NewCalibration } from '../../lib/client/calibrations/calibrations.store.ts';
import type { Calibration } from '../../lib/contract/calibrations.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { Calibratable } from './CalibrationForm.tsx';
import { useCalibrationWords } from './calibration-words.ts';

/** Until somebody who types rests, milliseconds. */
const REST_MS = 400;

/** The calibration that begins at the same moment. */
export function OtherCalibration({ calibration, named }: { calibration: Calibration; named: boolean }) {
  const t = useT();
  const { what, time } = useCalibrationWords();
  return (
    <p className="text-alarm-text" role="alert">
      {named ? `${calibration.channel_name}: ` : null}
      {t('calibrations:form.other', { what: what(calibration), time: time(calibration), laboratory: calibration.laboratory })}
    </p>
  );
}

/** What the calibration would change, as the server works it out. */
export function CalibrationPreview({
  acts,
  body,
  channel,
  named,
  silent,
}: {
  acts: Pick<CalibrationActs, 'tried'>;
  body: Pick<NewCalibration, 'channel_id' | 'from' | 'curve'>;
  channel: Calibratable;
  /** It stands among those of other channels. */
  named: boolean;
  /** The one in the way is told already. */
  silent: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const [trial, setTrial] = useState<CalibrationTrial | null>(null);
  const wanted = JSON.stringify(body);
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      acts
        .tried(JSON.parse(wanted) as typeof body)
        .then((found) => isWanted && setTrial(found))
        .catch(() => isWanted && setTrial(null));
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [acts, wanted]);
  if (trial === null) return <p className="soft min-h-10">{t('calibrations:form.trying')}</p>;
  const { readings, before, after, shortened, to, other, mark, settled_to } = trial;
  const number = (value: number | null) =>
    value === null
      ? '–'
      : format.quantity(
          shownNumber(value, channel.conversion),
          channel.display_unit,
          channel.decimals === null ? null : channel.decimals + 1,
        );
  // Behind a dash a line may end, whatever space follows: the joiner forbids it.
  const between = ({ min, max }: typeof before) => `${number(min)}\u00a0–\u2060\u00a0${number(max)}`;
  return (
    <div role="status" className="min-h-10 rounded-1 bg-sunken px-3 py-2 text-13">
      <p className="med">
        {named ? `${channel.name}: ` : null}
        {readings === 0 ? t('calibrations:form.nothing') : t('calibrations:form.readings', { count: readings })}
        {to === null ? null : <> {t('calibrations:form.until', { time: format.dateTime(to, 'minute') })}</>}
      </p>
      {readings > 0 && before.mean !== null ? (
        <p>
          {t('calibrations:form.mean', { before: number(before.mean), after: number(after.mean) })}{' '}
          {t('calibrations:form.range', {
            before: between(before),
            after: between(after),
          })}
        </p>
      ) : null}
      {mark ? <p className="soft">{t('calibrations:form.marked')}</p> : null}
      {shortened ? <p className="soft">{t('calibrations:form.shortened')}</p> : null}
      {settled_to === null ? null : <p className="soft">{t('calibrations:settled', { time: format.dateTime(settled_to, 'minute') })}</p>}
      {other && !silent ? <OtherCalibration calibration={other} named={false} /> : null}
    </div>
  );
}
