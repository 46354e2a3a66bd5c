import { useMemo } from 'react';
import type { Profile } from '../../lib/contract/auth.ts';
import type { DurationFormat } from '../../lib/contract/formats.ts';
import type { Habits } from '../../lib/i18n/format.ts';

/** How the organisation writes durations and on which ISO day its week begins. */
export function habitsOf(profile: Profile | null, organization: string | null): { duration: DurationFormat; first_day: number } {
  const link = profile?.links.organizations.find((one) => one.organization_id === organization);
  return { duration: link?.duration_format ?? 'hms', first_day: link?.first_day ?? 1 };
}

/** How the person wants dates, times and durations: his own choice, else as the chosen organisation has it. */
export function useHabits(profile: Profile | null, organization: string | null): Habits {
  const common = habitsOf(profile, organization).duration;
  const { date = null, time = null, duration = null } = profile?.formats ?? {};
  return useMemo(() => ({ date, time, duration: duration ?? common }), [date, time, duration, common]);
}
