import type { Locale } from '../../constants.ts';
import type { Alarm } from '../../contract/alarms.ts';
import type { Mark } from '../../contract/marks.ts';
import type { Series } from '../../contract/readings.ts';
import type { HeldCalibration, JudgedChannel, RecordedChannel } from '../../contract/recordings.ts';
import { stateWord } from '../../domain/text/state-words.ts';
import type { Format } from '../../i18n/format.ts';
import type { T } from '../../i18n/index.ts';
import type { States } from './states.ts';

/** A channel as a report tells of it. */
export interface ReportChannel {
  /** Name, unit and how values are shown. */
  channel: RecordedChannel;
  /** Verdict and figures; null = it isn't one of numbers. */
  found: JudgedChannel | null;
  series: Series | null;
  /** Null = no limit on that side; in the unit that is stored. */
  limits: { low: number | null; high: number | null };
  alarms: readonly Alarm[];
  /** Of a channel of states or words; null = of numbers, or too many readings. */
  states: States | null;
  /** That hold in its time, by their beginnings. */
  calibrations: readonly HeldCalibration[];
}

/** What a report is made of. Microseconds. */
export interface Subject {
  from: number;
  to: number;
  zone: string;
  channels: readonly ReportChannel[];
  marks: readonly Mark[];
  /** Moments with numbers in the chart. */
  notes: readonly { at: number; label: string }[];
}

/** The words and the way of writing of one report. */
export interface Voice {
  t: T;
  format: Format;
  /** A moment: without the date where all of the report is of one day. */
  moment(us: number): string;
  /** The same without the year, where there is no room for it. */
  narrow(us: number): string;
  /** What a value of a state is called. */
  state(channel: Pick<RecordedChannel, 'state_words'>, value: number | string): string;
}

export function voiceOf(t: T, format: Format, locale: Locale, { from, to }: { from: number; to: number }): Voice {
  const isOneDay = format.date(from / 1_000) === format.date((to - 1) / 1_000);
  const time = (us: number) => format.time(us / 1_000, 'minute');
  return {
    t,
    format,
    moment: (us) => (isOneDay ? time(us) : format.dateTime(us / 1_000, 'minute')),
    narrow: (us) => (isOneDay ? time(us) : `${format.date(us / 1_000, 'day')}\u00a0${time(us)}`),
    state: ({ state_words }, value) => stateWord(state_words, value, locale) ?? String(value),
  };
}
