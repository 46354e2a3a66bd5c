import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useId, useMemo } from 'react';
import { stateOf } from '../../lib/client/charts/series.ts';
import { SPARK_SPAN_MS, type SparklinesStore } from '../../lib/client/charts/sparklines.store.ts';
import { samplingOf } from '../../lib/client/dataloggers/sampling.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import type { Series } from '../../lib/contract/readings.ts';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { sparkPicture, sparkValue } from './sparkline-path.ts';

export const SPARK_HEIGHT = 44;

/** What the picture needs to know of its row. */
export type SparkRow = Pick<Datalogger, 'expected_interval_s' | 'type_sampling_s' | 'first_seen_at'> & {
  last: { channel_id: string; unit: string | null } | null;
};

/** The last day of a logger's first channel, on the axis that all rows share. Asks for its series when it comes into sight. */
export function Sparkline({
  row,
  store,
  now,
  width,
  cursor,
}: {
  row: SparkRow;
  store: SparklinesStore;
  now: number | null;
  width: number;
  /** The moment that all rows show, as a share of the width, and what the row's value is called by. */
  cursor?: { $at: ReadableAtom<number | null>; of: Datalogger['last'] };
}) {
  const channel = row.last?.channel_id ?? null;
  const unit = row.last?.unit ?? null;
  const all = useStore(store.$sparklines, { ssr: () => ({}), keys: channel ? [channel] : [] });
  const series = channel ? all[channel] : undefined;
  const hatch = useId();
  const minute = now === null ? null : now - (now % 60_000);
  const picture = useMemo(() => {
    if (!series || minute === null) return null;
    const to = (minute + 60_000) * 1000;
    const facts = {
      from: to - SPARK_SPAN_MS * 1000,
      to,
      now: minute * 1000,
      expectedIntervalS: samplingOf(row),
      firstTs: row.first_seen_at === null ? null : Date.parse(row.first_seen_at) * 1000,
    };
    // History that was imported reaches further back than the first message.
    return sparkPicture(
      series,
      { ...facts, firstTs: Math.min(facts.firstTs ?? Number.POSITIVE_INFINITY, series.ts[0] ?? Number.POSITIVE_INFINITY) },
      width,
      SPARK_HEIGHT,
      unit,
    );
  }, [series, minute, width, unit, row]);

  return (
    <span className="spark" ref={(element) => (element && channel ? store.want(channel) : undefined)}>
      <svg width={width} height={SPARK_HEIGHT} aria-hidden="true">
        {channel === null ? <path className="stroke-line-2" d={`M0 ${SPARK_HEIGHT / 2}H${width}`} strokeDasharray="1 4" /> : null}
        {channel !== null && series === undefined ? (
          <rect className="fill-sunken" y={SPARK_HEIGHT / 2 - 6} width={width} height="12" rx="2" />
        ) : null}
        {picture ? (
          <>
            <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M0 0v6" stroke="var(--gap-ink)" strokeWidth="2" />
            </pattern>
            {picture.gaps.map((gap) => (
              <rect key={gap.x} x={gap.x} y="13" width={gap.width} height="18" fill={`url(#${hatch})`} opacity=".6" />
            ))}
            {picture.ahead.map((span) => (
              <rect key={span.x} x={span.x} y={SPARK_HEIGHT - 5} width={span.width} height="2" fill="var(--late)" />
            ))}
            <path d={picture.band} fill="none" stroke="var(--text-2)" strokeWidth="1.5" opacity=".35" />
            <path d={picture.line} fill="none" stroke="var(--text-2)" strokeWidth="1.25" strokeLinejoin="round" />
            {picture.end ? <circle cx={Math.min(picture.end.x, width - 2.2)} cy={picture.end.y} r="2.2" fill="var(--text)" /> : null}
          </>
        ) : null}
      </svg>
      <i aria-hidden="true" />
      {cursor && series && picture && minute !== null ? (
        <ValueAt {...cursor} series={series} missing={picture.missing} to={minute + 60_000} />
      ) : null}
    </span>
  );
}

/** The value beside the shared line, on the side where there is room for it. */
function ValueAt({
  $at,
  of,
  series,
  missing,
  to,
}: {
  $at: ReadableAtom<number | null>;
  of: Datalogger['last'];
  series: Series;
  missing: Parameters<typeof sparkValue>[1];
  /** The end of the picture, milliseconds. */
  to: number;
}) {
  const at = useStore($at, { ssr: () => null });
  if (at === null || of === null) return null;
  const value = sparkValue(series, missing, (to - (1 - at) * SPARK_SPAN_MS) * 1000);
  if (value === null) return null;
  const decimals = of.decimals === null || series.mean == null ? of.decimals : of.decimals + 1;
  const shown = typeof of.value === 'boolean' && typeof value === 'number' ? stateOf(value) : value;
  return (
    <span
      className="pointer-events-none absolute top-0 z-1 rounded-1 bg-surface/85 px-1 text-11 leading-4 whitespace-nowrap [&_b]:text-11"
      style={at < 0.5 ? { left: `calc(${at * 100}% + 3px)` } : { right: `calc(${(1 - at) * 100}% + 3px)` }}
      aria-hidden="true"
    >
      <ChannelValue value={shown} of={of} decimals={decimals} />
    </span>
  );
}
