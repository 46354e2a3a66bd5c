import type { RefObject } from 'react';
import { shownSeries } from '../../lib/client/charts/shown-series.ts';
import { SPARK_SPAN_MS, type SparklinesStore } from '../../lib/client/charts/sparklines.store.ts';
import type { FavoriteReadings } from '../../lib/contract/favorites.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useStateWord } from '../chart/ChannelValue.tsx';
import type { Taken } from '../chart/take.ts';
import { useCoarseNow } from '../shell/Signed.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { TakeMenu } from '../take/TakeMenu.tsx';

/** A column for each channel of each favourite. */
const takenOf = ({ entity, name, channels }: FavoriteReadings): Taken[] =>
  channels.flatMap(({ last, ...channel }) =>
    last === null
      ? []
      : {
          ...channel,
          unit: channel.display_unit,
          name: entity === 'channels' ? channel.name : `${name}: ${channel.name}`,
          kind: typeof last.value === 'boolean' || channel.state_words ? 'state' : typeof last.value === 'string' ? 'text' : 'gauge',
        },
  );

/** The small pictures of what one marked as a picture, and as a table what they are drawn of; also of those that nobody has scrolled to yet. */
export default function TakeFavorites({
  rows,
  sparklines,
  of,
}: {
  rows: readonly FavoriteReadings[];
  sparklines: SparklinesStore;
  of: RefObject<HTMLElement | null>;
}) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const zone = useTimeZone();
  const word = useStateWord();
  const to = useCoarseNow() ?? Date.now();
  const window = { from: to - SPARK_SPAN_MS, to };
  const written = async () => {
    const conversions = new Map(rows.flatMap((row) => row.channels.map(({ id, conversion }) => [id, conversion])));
    const channels = rows.flatMap(takenOf);
    const [{ chartRows, csvHeads }, all] = await Promise.all([
      import('../chart/take.ts'),
      sparklines.allOf(channels.map(({ id }) => id)),
      ready('dataloggers'),
    ]);
    const states = Object.fromEntries(
      channels.flatMap(({ id }) => {
        const series = all[id];
        return series ? [[id, { status: 'ready' as const, series: shownSeries(series, conversions.get(id) ?? null) }]] : [];
      }),
    );
    // What came since the picture's clock was read last belongs to it too, by whichever clock.
    const newest = Math.max(...Object.values(states).map(({ series }) => (series.ts.at(-1) ?? 0) / 1_000 + 1));
    return chartRows(
      { channels, states, window: { ...window, to: Math.max(window.to, newest) } },
      { ...csvHeads(t), locale, zone, state: (channel, value) => word(value, channel.state_words) },
    );
  };
  return (
    <TakeMenu
      title={t('dashboard:favorites.title')}
      facts={`${format.dateTime(window.from)} – ${format.dateTime(window.to)}`}
      of={of}
      rows={written}
    />
  );
}
