import { useMemo } from 'react';
import type { MachineWork } from '../../lib/contract/measurements.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import { useFormat } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { facesOf, rowsOf, sumsOf } from '../machines/today.ts';
import { useWorkLook } from '../machines/useWorkLook.ts';
import { observedName } from '../measurements/work.ts';
import { LaneStrip } from '../timeline/LaneStrip.tsx';
import '../measurements/measurements.css';

await ready('measurements');

const HEIGHT = 20;
const NOTHING: ReadonlySet<string> = new Set();

/** What people did meanwhile: a strip for each lane of each measurement on the machines of the chart. */
export default function WorkLanes({
  work,
  window,
  width,
  now,
}: {
  work: readonly MachineWork[];
  window: Span;
  width: number;
  now: number;
}) {
  const format = useFormat();
  const today = useMemo(() => work.flatMap((one) => one.today), [work]);
  const rows = useMemo(() => rowsOf({ today }), [today]);
  const look = useWorkLook(useMemo(() => facesOf({ today }), [today]));
  const length = useMemo(() => (from: number, to: number) => format.duration(Math.round((to - from) / 1_000)), [format]);
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.key} className="pt-1">
          <span className="strip-title block py-0 px-0.75 overflow-hidden text-ellipsis whitespace-nowrap text-11 leading-[16px] font-semi">
            {[row.measurement.machine_name, observedName(row.lane), row.measurement.name].filter(Boolean).join(' · ')}
          </span>
          <LaneStrip
            entries={row.entries}
            marks={[]}
            window={window}
            width={width}
            height={HEIGHT}
            now={now}
            edge={null}
            selected={NOTHING}
            look={look}
            length={length}
          />
          <span className="vh">
            {sumsOf([row], window, now)
              .map((sum) => `${look(sum).name} ${format.duration(Math.round(sum.ms / 1_000))}`)
              .join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
