import { useMemo } from 'react';
import type { TimePlace } from '../../lib/domain/time/range.ts';
import { useFirstDay } from './habits.ts';
import { useTimeZone } from './zone.ts';

/** The clock and the week that words such as "today" and "this week" are meant by. */
export function useTimePlace(): TimePlace {
  const zone = useTimeZone();
  const firstDay = useFirstDay();
  return useMemo(() => ({ zone, firstDay }), [zone, firstDay]);
}
