import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { SPARK_SPAN_MS } from '../../lib/client/charts/sparklines.store.ts';
import { axisLabels, timeTicks } from '../../lib/client/charts/time-axis.ts';
import { useFormat } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';

/** The one axis over all small pictures; `cursor` is a share of its width. */
export function SparkAxis({ now, width, cursor }: { now: number | null; width: number; cursor: ReadableAtom<number | null> }) {
  const format = useFormat();
  const zone = useTimeZone();
  const at = useStore(cursor, { ssr: () => null });
  if (now === null) return <svg width={width} height="30" aria-hidden="true" />;
  const to = now - (now % 60_000) + 60_000;
  const from = to - SPARK_SPAN_MS;
  const labels = axisLabels(format, zone);
  const scale = timeTicks(from, to, width, zone, undefined, 54);
  const x = (moment: number) => ((moment - from) / SPARK_SPAN_MS) * width;
  const flagAt = at === null ? null : Math.min(Math.max(at * width, 18), width - 18);
  return (
    <svg className="overflow-visible" width={width} height="30" aria-hidden="true">
      <path className="stroke-line-2" d={`M0 29.5H${width}`} />
      {scale.ticks.map((tick) => (
        <path key={tick.at} className="stroke-line-2" d={`M${x(tick.at).toFixed(1)} ${tick.major ? 22 : 26}V30`} />
      ))}
      {scale.ticks
        .filter((tick) => tick.major)
        .map((tick) => {
          const at = x(tick.at);
          const hidden = flagAt !== null && Math.abs(at - flagAt) < 36;
          if (hidden) return null;
          return (
            <text key={tick.at} x={Math.min(Math.max(at, 14), width - 14)} y="18" textAnchor="middle">
              {labels.tick(tick.at, scale, false).text}
            </text>
          );
        })}
      {flagAt === null || at === null ? null : (
        <>
          <rect className="fill-ink" x={flagAt - 18} y="6" width="36" height="16" rx="1" />
          <text className="fill-surface font-semi" x={flagAt} y="18" textAnchor="middle">
            {labels.flag(from + at * SPARK_SPAN_MS, SPARK_SPAN_MS)}
          </text>
        </>
      )}
    </svg>
  );
}
