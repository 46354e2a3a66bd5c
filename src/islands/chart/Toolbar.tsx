import { useStore } from '@nanostores/react';
import { Radio, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SeriesStore } from '../../lib/client/charts/series.store.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { isLive, LENGTHS, type LengthId } from '../../lib/domain/time/range.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { RangeControl, type RangeControlProps } from '../range/RangeControl.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { seriesOf } from './model.ts';
import type { DragMode } from './useGestures.ts';

/** Over the chart: what is shown, how finely, and the ways to another window. */
export function Toolbar({
  store,
  mode,
  onMode,
  channels,
  marks,
  shifts,
  actions,
}: {
  store: SeriesStore;
  mode: DragMode;
  onMode: (mode: DragMode) => void;
  channels: readonly Channel[];
  /** What can be done with what is shown. */
  actions?: ReactNode;
} & Pick<RangeControlProps, 'marks' | 'shifts'>) {
  const t = useT();
  const range = useStore(store.$range);
  const window = useStore(store.$window);
  const depth = useStore(store.$depth);
  const length = range.kind === 'now' ? LENGTHS.find(({ ms }) => ms === range.span)?.id : undefined;
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-y-1.5 gap-x-2 min-h-11 py-1.5 px-0">
      <span className="max-[1200px]:hidden print:hidden">
        <Segmented
          label={t('range:last_heading')}
          value={length ?? ('' as LengthId)}
          options={LENGTHS.map(({ id }) => ({ id, label: t(`range:length.${id}`), name: t(`range:last.${id}`) }))}
          onChange={(id) => store.choose({ kind: 'now', span: LENGTHS.find((one) => one.id === id)!.ms })}
        />
      </span>
      <span className="flex min-w-0 slim:mr-auto">
        <RangeControl
          lengthsBeside
          range={range}
          span={window}
          marks={marks}
          shifts={shifts}
          onChange={(next) => next && store.choose(next)}
        />
      </span>
      <Resolution store={store} channels={channels} />
      {/* On a narrow window each of the two groups has a line, so that no button is left alone. */}
      <span className="row flex-wrap justify-end">
        {isLive(range) ? null : (
          <Button size="sm" icon={Radio} onPress={() => store.choose({ kind: 'now', span: spanNear(window.to - window.from) })}>
            {t('dataloggers:chart.follow')}
          </Button>
        )}
        {depth > 0 ? (
          <Button size="sm" icon={Undo2} onPress={() => store.back()}>
            {t('dataloggers:chart.back')}
          </Button>
        ) : null}
        <span className="pointer-coarse:hidden print:hidden">
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
      {actions ? <span className="row slim:gap-0.5">{actions}</span> : null}
    </div>
  );
}

/** The shortest usual span that holds the window. */
function spanNear(length: number): number {
  return (LENGTHS.find(({ ms }) => ms >= length * 0.9) ?? LENGTHS[LENGTHS.length - 1]!).ms;
}

/** How finely the picture is drawn and of how many readings. */
function Resolution({ store, channels }: { store: SeriesStore; channels: readonly Channel[] }) {
  const t = useT();
  const format = useFormat();
  const states = useStore(store.$series);
  const window = useStore(store.$window);
  const all = channels.flatMap((channel) => seriesOf(states[channel.id]) ?? []);
  // Its place is kept, or what stands behind it would jump.
  if (all.length === 0) return <span className="mr-auto h-5 w-44" aria-hidden="true" />;
  const bucket = Math.max(...all.map((series) => series.bucket_us ?? 0));
  const count = all.reduce(
    (sum, series) => sum + series.n.reduce((n, one, index) => (series.ts[index]! >= window.from * 1000 ? n + one : n), 0),
    0,
  );
  return (
    <span className="resolution mr-auto inline-flex h-5 items-center gap-1 rounded-1 border border-line-2 px-1.5 text-11 whitespace-nowrap text-ink-3">
      <b className="font-semi text-ink">{bucket === 0 ? t('dataloggers:chart.raw') : format.interval(bucket / 1_000_000)}</b>
      {bucket === 0 ? '' : `${t('dataloggers:chart.band')} `}
      {/* On the narrowest phones it would leave the buttons beside it no room on their line. */}
      <span className="max-[380px]:hidden">· {t('dataloggers:chart.count', { count, n: format.number(count) })}</span>
    </span>
  );
}
