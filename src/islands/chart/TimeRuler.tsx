import type { Span } from '../../lib/client/charts/series.store.ts';
import { axisLabels, type TickScale } from '../../lib/client/charts/time-axis.ts';
import { useFormat } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';

const EDGE = 22;

/** The ruler of time under the panes; `dark` where it stands in a frame. */
export function TimeRuler({ window, width, scale, dark }: { window: Span; width: number; scale: TickScale; dark?: boolean }) {
  const line = dark ? 'stroke-line-control' : 'stroke-line-2';
  const labels = axisLabels(useFormat(), useTimeZone());
  const x = (at: number) => ((at - window.from) / (window.to - window.from)) * width;
  return (
    <svg className="ruler block" width={width} height="24" aria-hidden="true">
      <path className={line} d={`M0 .5H${width}`} />
      {scale.ticks.map((tick) => {
        const at = x(tick.at);
        const { text, strong } = labels.tick(tick.at, scale, tick.midnight);
        const inside = at > EDGE && at < width - EDGE;
        return (
          <g key={tick.at}>
            <path className={line} d={`M${at.toFixed(1)} 0V${tick.major ? 6 : 3}`} />
            {tick.major && inside ? (
              <text className={dark ? 'fill-ink-2' : undefined} x={at} y="19" textAnchor="middle">
                {strong ? '' : text}
              </text>
            ) : null}
            {tick.major && strong && at < width - 36 && at > EDGE ? (
              <text className={`font-semi ${dark ? 'fill-ink-2' : 'fill-ink'}`} x={at} y="19" textAnchor="middle">
                {strong}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}
