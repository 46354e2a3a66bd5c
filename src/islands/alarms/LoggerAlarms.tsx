import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAlarmBands, createRuleLimits } from '../../lib/client/charts/beside-charts.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import type { Bounds } from '../chart/Chart.tsx';
import { useStarted } from '../ui/useStarted.ts';

/** What a chart draws of alarms. */
export interface DrawnAlarms {
  alarms: Readonly<Record<string, readonly Alarm[]>>;
  bounds: Readonly<Record<string, Bounds>>;
}

/** Reads alarms of channels, and the limits of the rules that watch them, for a chart that is there already; draws nothing itself. */
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
  const alarms = useStore(bands.$found);
  const bounds = useStore(limits.$state);
  useEffect(() => bands.show(channels.split(','), window), [bands, channels, window]);
  useEffect(() => onFound({ alarms, bounds: bounds.status === 'ready' ? bounds.data : {} }), [onFound, alarms, bounds]);
  return null;
}
