import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { createCalibrationStarts } from '../../lib/client/charts/calibration-starts.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { CalibrationStarts } from '../chart/CalibrationStarts.tsx';
import type { PanesPlace } from '../chart/Chart.tsx';
import { useStarted } from '../ui/useStarted.ts';

export type Drawn = ((place: PanesPlace) => ReactNode) | undefined;

/** Reads where calibrations of channels begin, for a chart that is there already; draws nothing itself. */
export default function Calibrated({
  deps,
  channels,
  onFound,
}: {
  deps: StoreDeps;
  /** Ids, commas between; others are another one of these. */
  channels: string;
  onFound: (over: Drawn) => void;
}) {
  const [starts] = useState(() => createCalibrationStarts(deps, { channels }));
  useStarted(starts);
  const found = useStore(starts.$state);
  useEffect(() => {
    onFound(
      found.status === 'ready' && found.data.length > 0
        ? (place: PanesPlace) => <CalibrationStarts {...place} of={found.data} />
        : undefined,
    );
  }, [onFound, found]);
  return null;
}
