import { useCallback } from 'react';
import type { DueState } from '../../lib/contract/calibrations.ts';
import { noonOf } from '../../lib/domain/time/wall-clock.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Status } from '../ui/Status.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';

export const DUE_LAMPS: Record<DueState, StatusKind> = { overdue: 'alarm', due: 'late', valid: 'online', none: 'never' };

/** Shape and word. */
export function DueStatus({ state }: { state: DueState }) {
  const t = useT();
  return <Status kind={DUE_LAMPS[state]}>{t(`calibrations:state.${state}`)}</Status>;
}

/** A day without a time, YYYY-MM-DD, as the person writes dates. */
export function useDay(): (day: string) => string {
  const format = useFormat();
  const zone = useTimeZone();
  return useCallback((day) => format.date(new Date(noonOf(day, zone)).toISOString()), [format, zone]);
}
