import type { Locale } from '../../lib/constants.ts';
import type { EmbeddedChannel, EmbedState } from '../../lib/contract/embeds.ts';
import { stateWord } from '../../lib/domain/text/state-words.ts';
import { formatter } from '../../lib/i18n/format.ts';
import { translator } from '../../lib/i18n/index.ts';
import { scaleOf } from '../apps/hall.ts';

/** One channel of an embed, in words and places. */
export interface ShownChannel {
  name: string;
  logger: string | null;
  /** The number without its unit, or a word. */
  value: string;
  isWord: boolean;
  unit: string;
  limits: string;
  state: EmbedState;
  stateText: string;
  /** When the value was measured, and how long ago that was; empty = there is none. */
  time: string;
  age: string;
  /** What is shown isn't what is measured now. */
  isOld: boolean;
  scale: { from: number; to: number; at: number } | null;
  lines: EmbeddedChannel['lines'];
  lowest: number | null;
  highest: number | null;
  low: number | null;
  high: number | null;
  decimals: number | null;
}

const OLD: ReadonlySet<EmbedState> = new Set(['late', 'offline', 'failing', 'none']);

/** @param at the moment of the answer */
export function shownChannel(channel: EmbeddedChannel, at: string, zone: string, locale: Locale): ShownChannel {
  const t = translator(locale);
  const format = formatter(locale, zone);
  const { value, low, high, decimals, ts, state } = channel;
  const unit = channel.unit ?? '';
  // Limits are mostly whole; the value's decimals would only make them longer.
  const places = [low, high].every((one) => one === null || Number.isInteger(one)) ? 0 : decimals;
  const quantity = (one: number) => format.quantity(one, unit, places);
  const limits =
    low !== null && high !== null
      ? t('embed-page:between', { low: format.number(low, places), high: quantity(high) })
      : high !== null
        ? t('embed-page:at_most', { high: quantity(high) })
        : low !== null
          ? t('embed-page:at_least', { low: quantity(low) })
          : '';
  const word = channel.kind === 'state' ? stateWord(channel.state_words, value, locale) : null;
  const isNumber = typeof value === 'number' && word === null;
  return {
    name: channel.name,
    logger: channel.datalogger_name,
    value: isNumber
      ? format.number(value, decimals)
      : (word ?? (value === null ? '–' : typeof value === 'boolean' ? t(value ? 'embed-page:on' : 'embed-page:off') : String(value))),
    isWord: !isNumber && value !== null,
    unit: isNumber ? unit : '',
    limits,
    state,
    stateText: t(`embed-page:state.${state}`),
    // Of today's value the clock says enough.
    time: ts === null ? '' : format.date(ts) === format.date(at) ? format.time(ts) : format.dateTime(ts),
    age: ts === null ? '' : format.age(ts, at),
    isOld: OLD.has(state),
    scale: isNumber && (low !== null || high !== null) ? scaleOf({ value, low, high }) : null,
    ...{ lines: channel.lines, lowest: channel.lowest, highest: channel.highest },
    ...{ low, high, decimals },
  };
}

/** Where lines and limits stand in a picture of the last 24 hours, `width` × `height`; null = there is nothing to draw. */
export function pictureOf(
  lines: NonNullable<EmbeddedChannel['lines']>,
  { low, high, at }: { low: number | null; high: number | null; at: string },
  { width, height }: { width: number; height: number },
): { paths: string[]; dots: { x: number; y: number }[]; limits: number[] } | null {
  const values = lines.flatMap((line) => line.map(([, value]) => value));
  if (values.length === 0) return null;
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  // A limit far from all values would press them into one line.
  const reach = (highest - lowest || Math.abs(highest) || 1) * 2;
  const near = [low, high].filter((one) => one !== null).filter((one) => one >= lowest - reach && one <= highest + reach);
  const bottom = Math.min(lowest, ...near);
  const span = Math.max(highest, ...near) - bottom || 1;
  const end = Date.parse(at) * 1_000;
  const begin = end - 86_400e6;
  const round = (one: number) => Math.round(one * 10) / 10;
  const x = (us: number) => round(Math.min(width, Math.max(0, ((us - begin) / (end - begin)) * width)));
  const y = (value: number) => round(3 + (1 - (value - bottom) / span) * (height - 6));
  return {
    paths: lines
      .filter((line) => line.length > 1)
      .map((line) => line.map(([us, value], index) => `${index === 0 ? 'M' : 'L'}${x(us)} ${y(value)}`).join('')),
    dots: lines.filter((line) => line.length === 1).map(([[us, value] = [begin, bottom]]) => ({ x: x(us), y: y(value) })),
    limits: near.map(y),
  };
}
