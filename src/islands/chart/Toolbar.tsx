import { useStore } from '@nanostores/react';
import { Calendar, Radio, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import type { SeriesStore } from '../../lib/client/charts/series.store.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { seriesOf } from './model.ts';
import { SPANS, spanOf } from './spans.ts';
import type { DragMode } from './useGestures.ts';

/** Over the chart: what is shown, how finely, and the ways to another window. */
export function Toolbar({
  store,
  mode,
  onMode,
  channels,
}: {
  store: SeriesStore;
  mode: DragMode;
  onMode: (mode: DragMode) => void;
  channels: readonly Channel[];
}) {
  const t = useT();
  const labels = axisLabels(useLocale(), useTimeZone());
  const range = useStore(store.$range);
  const window = useStore(store.$window);
  const depth = useStore(store.$depth);
  return (
    <div className="flex flex-wrap items-center gap-y-1.5 gap-x-2 min-h-11 py-1.5 px-0">
      <Segmented
        label={t('dataloggers:chart.range')}
        value={spanOf(range) ?? ('' as (typeof SPANS)[number]['id'])}
        options={SPANS.map(({ id }) => ({ id, label: t(`dataloggers:chart.span.${id}`), name: t(`dataloggers:chart.span_name.${id}`) }))}
        onChange={(id) => store.follow(SPANS.find((span) => span.id === id)?.ms ?? SPANS[2].ms)}
      />
      <span className="inline-flex items-center gap-1.5 py-0 px-1.5 text-12 tabular-nums whitespace-nowrap">
        <Icon of={Calendar} size={14} />
        {labels.range(window.from, window.to)}
      </span>
      <Resolution store={store} channels={channels} />
      <span className="row ml-auto flex-wrap justify-end">
        {range.kind === 'fixed' ? (
          <Button size="sm" icon={Radio} onPress={() => store.follow(spanNear(window.to - window.from))}>
            {t('dataloggers:chart.follow')}
          </Button>
        ) : null}
        {depth > 0 ? (
          <Button size="sm" icon={Undo2} onPress={() => store.back()}>
            {t('dataloggers:chart.back')}
          </Button>
        ) : null}
        <span className="pointer-coarse:hidden">
          <Segmented
            label={t('dataloggers:chart.mode')}
            value={mode}
            options={[
              { id: 'zoom', label: t('dataloggers:chart.mode_zoom') },
              { id: 'select', label: t('dataloggers:chart.mode_select') },
            ]}
            onChange={onMode}
          />
        </span>
        <span className="pointer-fine:hidden">
          <IconButton size="sm" icon={ZoomIn} label={t('dataloggers:chart.zoom_in')} onPress={() => store.scale(0.5)} />
        </span>
        <IconButton size="sm" icon={ZoomOut} label={t('dataloggers:chart.zoom_out')} onPress={() => store.scale(2)} />
      </span>
    </div>
  );
}

/** The shortest usual span that holds the window. */
function spanNear(length: number): number {
  return (SPANS.find((span) => span.ms >= length * 0.9) ?? SPANS[SPANS.length - 1]!).ms;
}

/** How finely the picture is drawn and of how many readings. */
function Resolution({ store, channels }: { store: SeriesStore; channels: readonly Channel[] }) {
  const t = useT();
  const format = useFormat();
  const states = useStore(store.$series);
  const window = useStore(store.$window);
  const all = channels.flatMap((channel) => seriesOf(states[channel.id]) ?? []);
  if (all.length === 0) return null;
  const bucket = Math.max(...all.map((series) => series.bucket_us ?? 0));
  const count = all.reduce(
    (sum, series) => sum + series.n.reduce((n, one, index) => (series.ts[index]! >= window.from * 1000 ? n + one : n), 0),
    0,
  );
  return (
    <span className="resolution inline-flex h-5 items-center gap-1 rounded-1 border border-line-2 px-1.5 text-11 whitespace-nowrap text-ink-3">
      <b className="font-semi text-ink">{bucket === 0 ? t('dataloggers:chart.raw') : format.interval(bucket / 1_000_000)}</b>
      {bucket === 0 ? '' : `${t('dataloggers:chart.band')} `}· {t('dataloggers:chart.count', { count, n: format.number(count) })}
    </span>
  );
}
