import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import type { Locale } from '../../lib/constants.ts';
import { formatter } from '../../lib/i18n/format.ts';
import type { T } from '../../lib/i18n/index.ts';
import { ready } from '../../lib/i18n/ready.ts';
import type { useStateWord } from '../chart/ChannelValue.tsx';
import { chartCsv, csvHeads } from '../chart/take.ts';
import { pictureOf } from '../take/picture.ts';
import { rowsCsv, tableCsv } from '../take/table.ts';
import { fileName, saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toasts.ts';
import type { Work } from './work.ts';

interface Shown {
  work: Work;
  figure: HTMLElement | null;
  /** Signals that are not in sight. */
  hidden: ReadonlySet<string>;
  t: T;
  locale: Locale;
  zone: string;
  /** What a state of a channel is called. */
  word: ReturnType<typeof useStateWord>;
}

/** Saves what the day shows: its picture, or a table of it. */
export async function takeDay(kind: 'picture' | 'signals' | 'balance' | 'losses', shown: Shown): Promise<void> {
  const { work, t, locale, zone } = shown;
  const window = work.series.$window.get();
  const facts = axisLabels(formatter(locale, zone), zone).range(window.from, window.to);
  const save = (what: string, ending: 'csv' | 'png', content: string | Blob) =>
    saveFile(`${[work.row.name, what].map(fileName).join('_')}.${ending}`, content, 'text/csv;charset=utf-8');
  try {
    if (kind === 'picture') {
      if (shown.figure)
        save(facts, 'png', await pictureOf({ figure: shown.figure, heading: work.row.name, facts, legend: legendOf(work) }));
    } else if (kind === 'signals') save(facts, 'csv', await signals(shown));
    else save(t(`measurements:${kind}.title`), 'csv', kind === 'balance' ? balance(shown) : losses(shown));
  } catch (error) {
    toast({ kind: 'alarm', text: t('ui:take.failed') });
    throw error;
  }
}

/** Activities that occur, as the panel has them, by the names of their colours. */
function legendOf({ day, version, look }: Work): { name: string; colour: string }[] {
  const used = new Set(day.timeline.entries.map(({ activity }) => activity));
  return version.activities.flatMap(({ id }) => {
    const { name, colour } = look({ kind: 'state', activity: id });
    return used.has(id) && colour !== null ? [{ name, colour: `--cat-${colour}` }] : [];
  });
}

async function signals({ work: { series, channels }, hidden, t, locale, zone, word }: Shown): Promise<string> {
  await ready('dataloggers');
  const shown = { channels: channels.filter(({ id }) => !hidden.has(id)), states: series.$series.get(), window: series.$window.get() };
  return chartCsv(shown, { ...csvHeads(t), locale, zone, state: (channel, value) => word(value, channel.state_words) });
}

const tableOf = (part: string) => document.querySelector<HTMLTableElement>(`[data-part=${part}] table`);

/** The balance stands on the page as a table. */
function balance({ locale }: Shown): string {
  const table = tableOf('balance');
  if (!table) throw new Error('There is no balance on the page');
  return tableCsv(table, locale);
}

/** Activities that are losses, the longest first: how long, how often, and what they make together. */
function losses({ work: { day, board, look, now, shown }, t, locale }: Shown): string {
  const sums = new Map<string, { ms: number; count: number }>();
  for (const { kind, activity, from, to } of day.lanes.get(board.$lane.get()) ?? []) {
    if (kind !== 'state' || activity === null || !look({ kind, activity }).loss) continue;
    const { ms, count } = sums.get(activity) ?? { ms: 0, count: 0 };
    sums.set(activity, { ms: ms + shown.at(to ?? now) - shown.at(from), count: count + 1 });
  }
  const rows = [...sums].sort(([, a], [, b]) => b.ms - a.ms);
  const whole = rows.reduce((sum, [, { ms }]) => sum + ms, 0);
  let together = 0;
  return rowsCsv(
    [
      [t('measurements:column.activity'), t('measurements:losses.time'), t('measurements:losses.count'), '%'],
      ...rows.map(([activity, { ms, count }]) => {
        together += ms;
        return [look({ kind: 'state', activity }).name, shown.duration(ms), count, Math.round((1_000 * together) / whole) / 10];
      }),
    ],
    locale,
  );
}
