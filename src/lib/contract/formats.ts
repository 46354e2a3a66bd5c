import * as z from 'zod/mini';

/** How a duration is written: 1:23:45 · 83.75 min · 1.396 h · hundredths of a minute, as work study counts. */
export const DURATION_FORMATS = ['hms', 'minutes', 'hours', 'hundredths'] as const;
export type DurationFormat = (typeof DURATION_FORMATS)[number];

/** British or American, for those who read English. */
export const ENGLISH = ['GB', 'US'] as const;
export type English = (typeof ENGLISH)[number];

/** How dates, times and durations are shown to one person; null = as the language, or as the organisation says. */
export const formats = z.object({
  date: z.nullable(z.enum(['iso', 'day_first', 'month_first'])),
  time: z.nullable(z.enum(['24h', '12h'])),
  first_day: z.nullable(z.number().check(z.int(), z.gte(1), z.lte(7))),
  duration: z.nullable(z.enum(DURATION_FORMATS)),
  /** Null = that of the zone in which times are shown. */
  english: z.nullable(z.enum(ENGLISH)),
});
export type Formats = z.infer<typeof formats>;
