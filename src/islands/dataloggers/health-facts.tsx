import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { CLOCK_WRONG_S } from '../../lib/domain/logger-health.ts';
import type { T } from '../../lib/i18n/index.ts';
import type { Fact } from '../ui/PageHead.tsx';
import { Status } from '../ui/Status.tsx';
import { BatteryLevel, ClockSkew, CoverageShare, SignalLevel } from './Health.tsx';

/** What was found of a logger, for the head of its page: only what something is known of. */
export function healthFacts(t: T, row: Datalogger): Fact[] {
  const { health } = row;
  if (!health) return [];
  return [
    ...(health.coverage_24h === null
      ? []
      : [{ name: t('dataloggers:health.coverage'), value: <CoverageShare share={health.coverage_24h} /> }]),
    ...(health.coverage_7d === null
      ? []
      : [{ name: t('dataloggers:health.coverage_7d'), value: <CoverageShare share={health.coverage_7d} /> }]),
    ...(health.battery === null ? [] : [{ name: t('dataloggers:health.battery'), value: <BatteryLevel row={row} /> }]),
    ...(health.signal === null ? [] : [{ name: t('dataloggers:health.signal'), value: <SignalLevel row={row} /> }]),
    ...(health.clock_skew_s === null || Math.abs(health.clock_skew_s) <= CLOCK_WRONG_S
      ? []
      : [{ name: t('dataloggers:health.clock'), value: <ClockSkew row={row} /> }]),
    ...(health.two_senders
      ? [{ name: t('dataloggers:health.senders'), value: <Status kind="late">{t('dataloggers:health.two_senders')}</Status> }]
      : []),
  ];
}
