import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { createAlarmBands, createRuleLimits } from '../../lib/client/charts/beside-charts.ts';
import { createCalibrationStarts } from '../../lib/client/charts/calibration-starts.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import { CalibrationStarts } from '../chart/CalibrationStarts.tsx';
import type { Bounds, PanesPlace } from '../chart/Chart.tsx';
import { useStarted } from '../ui/useStarted.ts';

/** What a chart draws of alarms, and where calibrations begin. */
export interface DrawnAlarms {
  alarms: Readonly<Record<string, readonly Alarm[]>>;
  bounds: Readonly<Record<string, Bounds>>;
  over: ((place: PanesPlace) => ReactNode) | undefined;
}

/** Reads alarms of channels, the limits of the rules that watch them and their calibrations, for a chart that is there already; draws nothing itself. */
export default function LoggerAlarms({
  deps,
  datalogger,
  channels,
  window,
  onFound,
}: {
  deps: StoreDeps;
  datalogger: string;
  /** Ids, commas between. */
  channels: string;
  window: Span;
  onFound: (drawn: DrawnAlarms) => void;
}) {
  const [bands] = useState(() => createAlarmBands(deps));
  const [limits] = useState(() => createRuleLimits(deps, datalogger));
  useStarted(bands);
  useStarted(limits);
  const [starts] = useState(() => createCalibrationStarts(deps, { datalogger_id: datalogger }));
  useStarted(starts);
  const alarms = useStore(bands.$found);
  const bounds = useStore(limits.$state);
  useEffect(() => bands.show(channels.split(','), window), [bands, channels, window]);
  const calibrated = useStore(starts.$state);
  useEffect(() => {
    const over =
      calibrated.status === 'ready' && calibrated.data.length > 0
        ? (place: PanesPlace) => <CalibrationStarts {...place} of={calibrated.data} />
        : undefined;
    onFound({ alarms, bounds: bounds.status === 'ready' ? bounds.data : {}, over });
  }, [onFound, alarms, bounds, calibrated]);
  return null;
}
