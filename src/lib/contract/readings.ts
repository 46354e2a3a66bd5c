import * as z from 'zod/mini';
import { id, instant, listOf, page, queryInstant, queryInt, readingValue } from './common.ts';
import { endpoint } from './endpoint.ts';
import { MEAN_KINDS } from './means.ts';

/**
 * good; suspect = outside the plausible range of its sensor type, as it is now; ahead = its moment had not come when it was received;
 * sensor_error = the sensor said that it can't measure, and `value` is what it said; excluded = people don't count it.
 */
export const QUALITIES = ['good', 'suspect', 'ahead', 'sensor_error', 'excluded'] as const;
export const reading = z.object({
  ts: instant,
  value: readingValue,
  quality: z.enum(QUALITIES),
  /** What came, where a mark of people corrects it: `value` is what counts. */
  raw: z.optional(readingValue),
});
export type Reading = z.infer<typeof reading>;

export const listReadings = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/channels/:id/readings',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ from: z.optional(queryInstant), to: z.optional(queryInstant), order: z.optional(z.enum(['asc', 'desc'])), ...page }),
  response: listOf(reading),
  summary: 'Readings of a channel, from ≤ ts < to, in order of time',
});

/** Columns of one series; `ts` is the bucket's start (raw: the reading's own time) in microseconds UTC. */
export const series = z.object({
  resolution: z.enum(['raw', '5m', '1h']),
  /** Width of one bucket in microseconds, null for raw readings. Always a whole multiple of the resolution. */
  bucket_us: z.nullable(z.number()),
  ts: z.array(z.number()),
  min: z.array(z.nullable(z.number())),
  max: z.array(z.nullable(z.number())),
  first: z.array(z.nullable(z.number())),
  last: z.array(z.nullable(z.number())),
  n: z.array(z.number()),
  /**
   * One number for each bucket, made as `mean_kind` says; means to a thousandth of what lies between its lowest and highest value. Absent where
   * each point is one reading, and of directions where buckets are made of rollups.
   */
  mean: z.optional(z.array(z.nullable(z.number()))),
  /**
   * That of the channel's sensor type; arithmetic without one. time_weighted: of the lines from reading to reading, as far as those are less than a
   * bucket apart, so it may lie outside the bucket's own lowest and highest value; circular: degrees; sum, last: of the bucket's readings.
   */
  mean_kind: z.optional(z.enum(MEAN_KINDS)),
  /** Only with buckets, whose starts don't tell it: moments of the first and of the last reading of all of them. */
  ends: z.optional(z.tuple([z.number(), z.number()])),
  /** Only with buckets: pairs of neighbouring readings that are a bucket or more apart. */
  edges: z.optional(z.array(z.tuple([z.number(), z.number()]))),
  /**
   * Runs of neighbouring points that hold readings whose moment had not come when they were received: `ts` of the first and of the last point of each.
   * Absent where there is none.
   */
  ahead: z.optional(z.array(z.tuple([z.number(), z.number()]))),
  /** Runs of neighbouring points that hold values outside the plausible range of the channel's sensor type, as it is now. Absent where there is none. */
  suspect: z.optional(z.array(z.tuple([z.number(), z.number()]))),
  /** That range, in the unit of the values; null = no bound on that side. Absent where there is none. */
  plausible: z.optional(z.object({ min: z.nullable(z.number()), max: z.nullable(z.number()) })),
  /**
   * Stretches in which readings don't count since they are the sensor's errors: with buckets the beginnings of the first and the last one, whether
   * they hold others or not, else the moments of the first and the last reading. Absent where there is none.
   */
  left_out: z.optional(z.array(z.tuple([z.number(), z.number()]))),
  /** The same of those that people excluded; a bucket into which an exclusion reaches is told here. */
  excluded: z.optional(z.array(z.tuple([z.number(), z.number()]))),
  /** Only where points are readings: what came of those that people excluded or corrected. Absent where there is none. */
  uncorrected: z.optional(z.object({ ts: z.array(z.number()), num: z.array(z.number()) })),
  /** Moments of the nearest readings before and after the window; null where there are none. */
  before: z.optional(z.nullable(z.number())),
  after: z.optional(z.nullable(z.number())),
  /** Only for text channels: the words, one for each `ts`; the numeric columns are null there. */
  text: z.optional(z.array(z.nullable(z.string()))),
});
export type Series = z.infer<typeof series>;

export const getSeries = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/channels/:id/series',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ from: queryInstant, to: queryInstant, width: queryInt(1, 10_000) }),
  response: series,
  summary: 'A channel for a chart `width` pixels wide: about two points a pixel, peaks never lost',
});

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
/** Channels of one answer, the width of all of them together, pixels, and the longest time that they show, milliseconds. */
export const MOST_PICTURES = 24;
export const WIDEST_PICTURES = 10_000;
export const LONGEST_PICTURE_MS = 400 * 86_400_000;

export const listSeries = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/series',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    /** Ids with commas between. */
    channels: z.string().check(z.maxLength(MOST_PICTURES * 37 - 1), z.regex(new RegExp(`^${uuid}(,${uuid})*$`))),
    from: queryInstant,
    to: queryInstant,
    /** Of each channel. */
    width: queryInt(1, WIDEST_PICTURES),
  }),
  response: z.object({ items: z.array(z.object({ channel_id: id, series })) }),
  summary:
    'Up to 24 channels for charts of up to 400 days, together at most 10,000 pixels wide; a channel that the reader may not see is left out',
});

const limit = z.optional(z.string().check(z.maxLength(40), z.regex(/^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/)));

/** Numbers of a window, in the unit that the channel's values are stored in; what nobody can know of it is null. */
export const statistics = z.object({
  /** raw: of each reading. 1h: of the whole hours that touch the window, since retention has deleted its readings or they are too many. */
  resolution: z.enum(['raw', '1h']),
  /** Readings that count, and those that don't. */
  n: z.number(),
  left_out: z.number(),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  /** Moments of the first of the lowest and of the highest readings; null where only their hours are known. */
  min_at: z.nullable(instant),
  max_at: z.nullable(instant),
  mean: z.nullable(z.number()),
  /** That of the channel's sensor type; arithmetic without one. */
  mean_kind: z.enum(MEAN_KINDS),
  /** Standard deviation of a sample. */
  sd: z.nullable(z.number()),
  /** Part of the window of which something is known: where readings are no farther apart than `gap_s`. */
  coverage: z.nullable(z.number()),
  /** Twice what is expected of the logger, else three times the usual spacing; seconds. */
  gap_s: z.nullable(z.number()),
  /** Seconds above and below the limits that were asked for, by the straight lines from reading to reading. */
  above_s: z.nullable(z.number()),
  below_s: z.nullable(z.number()),
  /** Area under those lines, unit of the values × seconds. */
  integral: z.nullable(z.number()),
  /** Energy of a power, kWh. */
  energy_kwh: z.nullable(z.number()),
  /** Mean kinetic temperature of a temperature, °C. */
  kinetic_c: z.nullable(z.number()),
  /** Dew point of a temperature with the humidity beside it, at each reading of it that lies between two readings of the other, °C. */
  dew_point_c: z.nullable(z.object({ n: z.number(), min: z.number(), mean: z.number(), max: z.number() })),
});
export type Statistics = z.infer<typeof statistics>;

export const getStatistics = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/channels/:id/statistics',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    from: queryInstant,
    to: queryInstant,
    above: limit,
    below: limit,
    /** A channel of relative humidity, per cent, beside this one of temperature; without it the only one of the same logger, by its sensor type. */
    humidity: z.optional(id),
  }),
  response: statistics,
  summary: 'Figures of a channel of numbers from ≤ ts < to, worked out of its readings; of words and states 422 `invalid_value`',
});

export const rollup = z.object({
  ts: instant,
  n: z.number(),
  sum: z.number(),
  min: z.number(),
  max: z.number(),
  first: z.number(),
  last: z.number(),
  /** What a counter counted between its first and its last reading; one that goes back began anew from zero. */
  increase: z.number(),
  /** Readings that don't count: the sensor's errors, and what people excluded. */
  left_out: z.number(),
});

export type Rollup = z.infer<typeof rollup>;

export const listRollups = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/channels/:id/rollups',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ resolution: z.enum(['5m', '1h']), from: queryInstant, to: queryInstant }),
  response: z.object({ items: z.array(rollup) }),
  summary: 'Stored summaries of a channel, from ≤ ts < to',
});

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
/** Days that one answer reaches over: the weeks around a year. */
export const MOST_DAYS = 400;

export const dayWithData = z.object({
  /** `YYYY-MM-DD` in the zone of the workspace. */
  day,
  /** Hours of that day in which any number or state of the logger was measured. */
  hours: z.number(),
  /** Hours that the day has: 23 or 25 where the clock changes. */
  of: z.number(),
});

export const listDataDays = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/dataloggers/:id/days',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ from: day, to: day }),
  response: z.object({ items: z.array(dayWithData) }),
  summary: 'Days, from ≤ day ≤ to, on which a logger measured something, and in how many of their hours',
});
