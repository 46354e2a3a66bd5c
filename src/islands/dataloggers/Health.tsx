import type { Datalogger, LoggerHealth } from '../../lib/contract/dataloggers.ts';
import { BATTERY_LOW, CLOCK_WRONG_S, COVERAGE_LOW } from '../../lib/domain/logger-health.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Value } from '../ui/Value.tsx';

/** What was found of a logger; a dash where what it sent says nothing. */

interface Props {
  row: Pick<Datalogger, 'health'>;
}

export function CoverageShare({ share }: { share: number | null | undefined }) {
  const format = useFormat();
  if (share == null) return <Value value={null} />;
  // What is missing is never rounded away.
  const shown = share < 1 ? Math.min(share, 0.999) : 1;
  return <span className={share < COVERAGE_LOW ? 'text-late-text' : ''}>{format.percent(shown, share < 1 ? 1 : 0)}</span>;
}

const isLow = ({ value, days_left }: NonNullable<LoggerHealth['battery']>): boolean =>
  value <= BATTERY_LOW.percent || (days_left !== null && days_left < BATTERY_LOW.days);

/** The charge, and under it how long it lasts where it falls. */
export function BatteryLevel({ row }: Props) {
  const t = useT();
  const battery = row.health?.battery;
  if (!battery) return <Value value={null} />;
  return (
    <span className="two">
      <span className={isLow(battery) ? 'text-late-text' : ''}>
        <Value value={battery.value} unit="%" decimals={0} />
      </span>
      <small>
        {battery.days_left === null
          ? t(`dataloggers:health.battery_${battery.trend === 'falling' ? 'unknown' : battery.trend}`)
          : t('dataloggers:health.battery_left', { count: Math.round(battery.days_left) })}
      </small>
    </span>
  );
}

export function SignalLevel({ row }: Props) {
  const signal = row.health?.signal;
  return <Value value={signal?.value ?? null} unit={signal?.unit === 'dB[W]' ? 'dBW' : 'dBm'} decimals={0} />;
}

/** How long after their readings messages come; of a clock that runs ahead that it does. */
export function ClockSkew({ row }: Props) {
  const t = useT();
  const format = useFormat();
  const seconds = row.health?.clock_skew_s ?? null;
  if (seconds === null) return <Value value={null} />;
  const time = format.interval(Math.round(Math.abs(seconds)));
  return (
    <span className={Math.abs(seconds) > CLOCK_WRONG_S ? 'text-late-text' : ''}>
      {t(seconds < 0 ? 'dataloggers:health.clock_ahead' : 'dataloggers:health.clock_late', { time })}
    </span>
  );
}
