import { useStore } from '@nanostores/react';
import { Star } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { createSparklines, type SparklinesStore } from '../../lib/client/charts/sparklines.store.ts';
import { createReadings } from '../../lib/client/dashboard/dashboard.store.ts';
import type { FavoriteReadings } from '../../lib/contract/favorites.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { SensorFailing } from '../chart/SensorFailing.tsx';
import { ClockAhead } from '../dataloggers/ClockAhead.tsx';
import { Sparkline } from '../dataloggers/Sparkline.tsx';
import { favoritesOf } from '../favorites/favorites.ts';
import { type PageContext, useCoarseNow, useNarrow } from '../shell/Signed.tsx';
import { isVisitor } from '../shell/visitor.ts';
import { Age } from '../ui/Age.tsx';
import { KEPT_TRUE } from '../ui/AsOf.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import type { BlockProps } from './blocks.ts';
import { Calm, Lines, LinesWaiting, More, What } from './parts.tsx';

const TakeFavorites = part(() => import('./TakeFavorites.tsx'));

const SPARK_WIDTH = { wide: 132, phone: 84 };
type Channel = FavoriteReadings['channels'][number];

/** What one marked, with its newest readings and their day. */
export function FavoritesBlock({ context, deps, initial }: BlockProps<readonly FavoriteReadings[]>) {
  const t = useT();
  const locale = useLocale();
  const [{ readings, sparklines }] = useState(() => ({
    readings: createReadings(deps, initial, () => favoritesOf(context)),
    sparklines: createSparklines(deps),
  }));
  useStarted(readings);
  useStarted(sparklines);
  const figure = useRef<HTMLDivElement>(null);
  const state = useStore(readings.$state);
  if (state.status === 'loading') return <LinesWaiting />;
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void readings.load()} />;
  if (state.data.length === 0)
    return (
      <>
        <Calm>
          <Icon of={Star} /> {t('dashboard:favorites.none')}
        </Calm>
        {context.can('dlog:read') ? <More to={href('/dlog/dataloggers', null, locale)}>{t('dashboard:favorites.choose')}</More> : null}
      </>
    );
  return (
    <div className="relative">
      {/* Beside the heading, which is the frame's. */}
      <div className="absolute right-0 bottom-full mb-1 print:hidden">
        <Boundary instead={null}>
          <TakeFavorites rows={state.data} sparklines={sparklines} of={figure} />
        </Boundary>
      </div>
      <div ref={figure}>
        <Lines>
          {state.data.map((row) => (
            <Favorite key={`${row.entity} ${row.entity_id}`} row={row} context={context} sparklines={sparklines} />
          ))}
        </Lines>
      </div>
    </div>
  );
}

function linkOf({ entity, entity_id, channels }: FavoriteReadings, locale: ReturnType<typeof useLocale>): string {
  if (entity === 'machines') return href('/org/machines/{id}', { id: entity_id }, locale);
  const datalogger = entity === 'dataloggers' ? entity_id : channels[0]?.datalogger_id;
  return datalogger ? href('/dlog/dataloggers/{id}', { id: datalogger }, locale) : href('/dlog/dataloggers', null, locale);
}

function Favorite({ row, context, sparklines }: { row: FavoriteReadings; context: PageContext; sparklines: SparklinesStore }) {
  const t = useT();
  const locale = useLocale();
  const [first, ...others] = row.channels;
  const mark = (marked: boolean) =>
    favoritesOf(context)
      .mark(row.entity, row.entity_id, marked)
      .catch((error: unknown) => toast({ kind: 'alarm', text: `${t('favorites:failed')}: ${t(`errors:${failureOf(error).code}`)}` }));
  const unmark = () => {
    void mark(false);
    toast({
      text: t('dashboard:favorites.removed', { name: row.name }),
      action: { text: t('dashboard:favorites.undo'), run: () => void mark(true) },
    });
  };
  const under = row.entity === 'channels' ? row.place : [row.code, first?.name ?? row.place].filter(Boolean).join(' · ');
  return (
    <li>
      <div className="favorite">
        <span className="star-place marked">
          {isVisitor(context.profile) ? (
            <Icon of={Star} className="m-auto" />
          ) : (
            <IconButton size="sm" icon={Star} label={t('favorites:unmark', { name: row.name })} onPress={unmark} />
          )}
        </span>
        <What href={linkOf(row, locale)}>
          <span className="med one-line" data-take>
            {row.name}
          </span>
          <small data-take>{under}</small>
        </What>
        <Reading channel={first ?? null} sparklines={sparklines} />
      </div>
      {others.map((channel) => (
        <div key={channel.id} className="favorite">
          <span className="star-place" />
          <What>
            <small data-take>{channel.name}</small>
          </What>
          <Reading channel={channel} sparklines={sparklines} />
        </div>
      ))}
    </li>
  );
}

/** The newest value, its age, and the day before it. */
function Reading({ channel, sparklines }: { channel: Channel | null; sparklines: SparklinesStore }) {
  const t = useT();
  const now = useCoarseNow();
  const width = useNarrow() ? SPARK_WIDTH.phone : SPARK_WIDTH.wide;
  const id = channel?.last ? channel.id : null;
  const picture = useMemo(
    () => ({
      last: id === null ? null : { channel_id: id, unit: channel?.unit ?? null },
      expected_interval_s: channel?.expected_interval_s ?? null,
      type_sampling_s: null,
      first_seen_at: channel?.first_ts ?? null,
    }),
    [id, channel?.unit, channel?.expected_interval_s, channel?.first_ts],
  );
  return (
    <>
      <Sparkline row={picture} store={sparklines} now={now} width={width} />
      <span className="two">
        <span className={KEPT_TRUE} data-take>
          <ChannelValue value={channel?.last?.value ?? null} of={channel ?? null} />
        </span>
        <small>
          {channel?.failing_ts ? (
            <SensorFailing of={channel} />
          ) : channel?.ahead_ts ? (
            <ClockAhead of={channel} />
          ) : channel?.last ? (
            <Age of={channel.last.ts} />
          ) : (
            t('dashboard:favorites.waiting')
          )}
        </small>
      </span>
    </>
  );
}
