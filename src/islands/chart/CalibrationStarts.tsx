import type { Calibration } from '../../lib/contract/calibrations.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { PanesPlace } from './Chart.tsx';
import { startsIn } from './calibration-starts.ts';

/** A tick reaches above the words of marks, pixels. */
const HEIGHT = 34;
/** Below it a pane has its edge. */
const FOOT = 4;

/** Where calibrations begin: a tick at the foot of the pane of their channel. It draws in the picture that is saved, too. */
export function CalibrationStarts({
  of,
  window,
  width,
  panes,
}: PanesPlace & { of: readonly Pick<Calibration, 'channel_id' | 'from' | 'laboratory' | 'revoked_at'>[] }) {
  const t = useT();
  const format = useFormat();
  const ticks = startsIn(of, { window, width, panes });
  if (ticks.length === 0) return null;
  const said = ticks.map(({ at, names, laboratories }) =>
    t('dataloggers:chart.calibrated_at', {
      name: names.join(', '),
      time: format.dateTime(at, 'minute'),
      laboratory: laboratories.join(', '),
    }),
  );
  return (
    <svg className="block" width={width} height={panes.at(-1)?.bottom ?? 0} role="img" aria-label={said.join(' ')}>
      {ticks.map(({ at, x, bottom, side }) => (
        <g key={`${at} ${bottom}`}>
          <path className="fill-none stroke-info-text stroke-[1.5]" d={`M${x} ${bottom - FOOT}v${-HEIGHT}`} />
          {side === null ? null : (
            <text
              className="fill-info-text stroke-surface stroke-[3] text-11 [paint-order:stroke]"
              x={side === 'after' ? x + 5 : x - 5}
              y={bottom - FOOT - HEIGHT + 9}
              textAnchor={side === 'after' ? 'start' : 'end'}
            >
              {t('dataloggers:chart.calibrated')}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
