import { useT } from '../../lib/i18n/react.tsx';
import { Age } from '../ui/Age.tsx';
import { Status } from '../ui/Status.tsx';

interface Failing {
  failing_ts: string | null;
  last: { ts: string } | null;
}

/** Says that a sensor fails, and how old the value is that is shown of it; nothing where it doesn't. */
export function SensorFailing({ of }: { of: Failing | null | undefined }) {
  const t = useT();
  if (of?.failing_ts == null) return null;
  return (
    <>
      <Status kind="offline">{t('channels:sensor_error')}</Status>
      {of.last === null ? null : ' · '}
      <ShownAge of={of} />
    </>
  );
}

/** The age of the value that came before the error. */
export function ShownAge({ of: { last } }: { of: Pick<Failing, 'last'> }) {
  const t = useT();
  return last === null ? null : (
    <span className="whitespace-nowrap phone:whitespace-normal">
      {t('channels:shown_value')} <Age of={last.ts} />
    </span>
  );
}

/** How many sensors of a logger fail. */
export function FailingCount({ count }: { count: number }) {
  const t = useT();
  return count === 0 ? null : <Status kind="offline">{t('dataloggers:failing', { count })}</Status>;
}
