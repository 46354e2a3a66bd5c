import { useMemo } from 'react';
import type { Profile } from '../../lib/contract/auth.ts';
import type { DurationFormat } from '../../lib/contract/formats.ts';
import type { Habits } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/react.tsx';

/** How the organisation writes durations and on which ISO day its week begins. */
export function habitsOf(profile: Profile | null, organization: string | null): { duration: DurationFormat; first_day: number } {
  const link = profile?.links.organizations.find((one) => one.organization_id === organization);
  return { duration: link?.duration_format ?? 'hms', first_day: link?.first_day ?? 1 };
}

/** How the person wants dates, times, weeks and durations: his own choice, else as the chosen organisation has it. */
export function useHabits(profile: Profile | null, organization: string | null): Habits {
  const common = habitsOf(profile, organization);
  const { date = null, time = null, english = null } = profile?.formats ?? {};
  const duration = profile?.formats?.duration ?? common.duration;
  const first_day = profile?.formats?.first_day ?? common.first_day;
  return useMemo(() => ({ date, time, duration, first_day, english }), [date, time, duration, first_day, english]);
}

/** The ISO day, 1 Monday … 7 Sunday, on which weeks begin for whom the page is shown. */
export const useFirstDay = (): number => useLanguage().habits.first_day ?? 1;
