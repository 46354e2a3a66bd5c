import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { aligned, channelOf, FEWEST, type Laid, unitsOf, writeLaid } from '../../lib/client/recordings/laid-over.ts';
import { createOverlay, createOverlaySeries, type LaidRecording, type Wanted } from '../../lib/client/recordings/overlay.store.ts';
import type { Series } from '../../lib/contract/readings.ts';
import type { EvaluatedChannel, RecordedChannel, Recording } from '../../lib/contract/recordings.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { findGaps } from '../../lib/domain/readings/find-gaps.ts';
import { linesOf, type Point } from '../../lib/domain/readings/lines.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { useAddress } from '../shell/useAddress.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Select } from '../ui/form/Select.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { LinesWaiting, Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { OverlayChart } from './OverlayChart.tsx';
import { OverlayTable } from './OverlayTable.tsx';

/** Pixels that series are asked for. */
const WIDTH = 900;

/** One line of the picture, with what is said of it in the table. */
export interface Trace {
  id: string;
  recording: Recording;
  channel: RecordedChannel;
  /** 1–8: its colour and its strokes. */
  look: number;
  /** Microseconds. */
  from: number;
  length: number;
  lines: readonly (readonly Point[])[];
  figures: EvaluatedChannel | null;
}

/** Shown until the person is known. */
export function OverlayWaiting() {
  const crumbs = useCrumbsHere();
  const t = useT();
  return (
    <div className="screen">
      <PageHead crumbs={crumbs} title={t('recording-overlay:title')} />
      <LinesWaiting />
    </div>
  );
}

function useCrumbsHere() {
  const t = useT();
  const locale = useLocale();
  return [{ text: t('recordings:title'), href: href('/dlog/recordings2', null, locale) }];
}

export function OverlayScreen({ deps, first, unit: asked }: { deps: StoreDeps; first: readonly Laid[]; unit: string | null }) {
  const t = useT();
  const locale = useLocale();
  const crumbs = useCrumbsHere();
  const [laid, setLaid] = useState(first);
  const [unit, setUnit] = useState(asked);
  // All that the address names are asked for once; what is taken away later is only not shown.
  const [store] = useState(() =>
    createOverlay(
      deps,
      first.map(({ recording }) => recording),
    ),
  );
  useStarted(store);
  const state = useStore(store.$state);
  useAddress({ rec: laid.length === 0 ? null : writeLaid(laid), unit });
  const found = state.status === 'ready' ? state.data : null;
  const shown = useMemo(() => laid.flatMap((one) => found?.find(({ id }) => id === one.recording) ?? []), [laid, found]);
  const there = useMemo(
    () => shown.filter((one): one is Extract<LaidRecording, { recording: Recording }> => one.recording !== null),
    [shown],
  );
  const units = useMemo(() => unitsOf(there.map(({ recording }) => recording)), [there]);
  const used = unit !== null && units.includes(unit) ? unit : (units[0] ?? '');
  const gone = shown.length - there.length;
  return (
    <div className="screen">
      <PageHead
        crumbs={crumbs}
        title={t('recording-overlay:title')}
        {...(units.length > 1
          ? {
              actions: (
                <Select
                  label={t('recording-overlay:unit')}
                  bare
                  value={used}
                  options={units.map((id) => ({ id, text: id === '' ? t('recording-overlay:no_unit') : id }))}
                  onChange={setUnit}
                />
              ),
            }
          : {})}
      />
      {laid.length < FEWEST ? (
        <EmptyState
          title={t('recording-overlay:few.title')}
          actions={
            <a className="link" href={href('/dlog/recordings2', null, locale)}>
              {t('recording-overlay:few.back')}
            </a>
          }
        >
          {t('recording-overlay:few.text')}
        </EmptyState>
      ) : state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : found === null ? (
        <LinesWaiting />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto print:overflow-visible">
          {gone > 0 ? (
            <p className="soft px-5 pt-3 slim:px-4" role="status">
              {t('recording-overlay:gone', { count: gone })}
            </p>
          ) : null}
          <Traces deps={deps} laid={laid} recordings={there} unit={used} onChange={setLaid} />
        </div>
      )}
    </div>
  );
}

function Traces({
  deps,
  laid,
  recordings,
  unit,
  onChange,
}: {
  deps: StoreDeps;
  laid: readonly Laid[];
  recordings: readonly Extract<LaidRecording, { recording: Recording }>[];
  unit: string;
  onChange: (laid: readonly Laid[]) => void;
}) {
  const chosen = useMemo(
    () =>
      recordings.map((one) => ({
        ...one,
        channel: channelOf(one.recording.channels, laid.find(({ recording }) => recording === one.id)?.channel ?? null, unit),
      })),
    [recordings, laid, unit],
  );
  const wanted = useMemo(
    () =>
      chosen.flatMap(({ id, channel, evaluation }): Wanted[] =>
        channel === null || evaluation === null
          ? []
          : [{ recording: id, channel: channel.channel_id, from: evaluation.from, to: evaluation.to }],
      ),
    [chosen],
  );
  const key = wanted.map((one) => Object.values(one).join(' ')).join();
  return <Drawn key={key} deps={deps} wanted={wanted} chosen={chosen} laid={laid} unit={unit} onChange={onChange} />;
}

type Chosen = Extract<LaidRecording, { recording: Recording }> & { channel: RecordedChannel | null };

function Drawn({
  deps,
  wanted,
  chosen,
  laid,
  unit,
  onChange,
}: {
  deps: StoreDeps;
  wanted: readonly Wanted[];
  chosen: readonly Chosen[];
  laid: readonly Laid[];
  unit: string;
  onChange: (laid: readonly Laid[]) => void;
}) {
  const t = useT();
  const [store] = useState(() => createOverlaySeries(deps, wanted, WIDTH));
  useStarted(store);
  const state = useStore(store.$state);
  const [at, setAt] = useState<number | null>(null);
  const series = state.status === 'ready' ? state.data : null;
  const traces = useMemo(() => chosen.flatMap((one, index) => traceOf(one, index, series?.get(one.id)) ?? []), [chosen, series]);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const without = chosen.filter(({ channel, evaluation }) => channel === null || evaluation === null);
  return (
    <>
      <div className="px-5 pt-4 slim:px-4">
        {series === null ? (
          <div className="min-h-90" aria-busy="true">
            <Skeleton width={280} height={18} />
          </div>
        ) : (
          <OverlayChart traces={traces} unit={unit} at={at} onAt={setAt} />
        )}
      </div>
      <OverlayTable
        traces={traces}
        at={at}
        onChannel={(recording, channel) => onChange(laid.map((one) => (one.recording === recording ? { ...one, channel } : one)))}
        onLeave={laid.length > FEWEST ? (recording) => onChange(laid.filter((one) => one.recording !== recording)) : null}
      />
      {without.map(({ id, recording, evaluation }) => (
        <p key={id} className="soft flex flex-wrap items-center gap-2 px-5 py-1 slim:px-4">
          {t(evaluation === null ? 'recording-overlay:not_begun' : 'recording-overlay:other_unit', { name: recording.name, unit })}
          {laid.length > FEWEST ? (
            <Button size="sm" onPress={() => onChange(laid.filter((one) => one.recording !== id))}>
              {t('recording-overlay:leave')}
            </Button>
          ) : null}
        </p>
      ))}
    </>
  );
}

function traceOf({ id, recording, evaluation, channel }: Chosen, index: number, series: Series | undefined): Trace | null {
  if (channel === null || evaluation === null) return null;
  const [from, to] = [evaluation.from, evaluation.to].map((at) => Date.parse(at) * 1_000) as [number, number];
  const gaps = series
    ? findGaps(series, { from, to, now: to, expectedIntervalS: channel.interval_s, firstTs: series.ends?.[0] ?? series.ts[0] ?? null })
    : [];
  const lines = series ? linesOf(series, gaps, (value) => shownNumber(value, channel.conversion)) : [];
  return {
    ...{ id, recording, channel, from },
    look: index + 1,
    length: to - from,
    lines: aligned(lines, from),
    figures: evaluation.channels.find(({ channel_id }) => channel_id === channel.channel_id) ?? null,
  };
}
