import type { Measurement } from '../../lib/contract/measurements.ts';
import { noonOf } from '../../lib/domain/time/wall-clock.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Length, MeasurementStatus } from './MeasurementStatus.tsx';

/** Measurements as short lines, outside their own list. `machine`: also where they are made. */
export function MeasurementLines({ label, rows, machine = false }: { label: string; rows: readonly Measurement[]; machine?: boolean }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const zone = useTimeZone();
  const people = ({ lanes }: Measurement) => lanes.flatMap(({ worker_name, worker }) => worker_name ?? worker ?? []).join(', ');
  return (
    <ul className="mt-2 border-t border-t-line-2" aria-label={label}>
      {rows.map((row) => {
        const when = [format.date(noonOf(row.day, zone)), row.started_at === null ? null : format.time(row.started_at)];
        const under = [machine ? row.machine_name : null, people(row), when.filter(Boolean).join(' ')];
        return (
          <li className="border-b border-b-line" key={row.id}>
            <a className="measurement-line" href={href('/tm/measurements/{id}', { id: row.id }, locale)}>
              <span className="two">
                <span className="med one-line">{row.name}</span>
                <small>{under.filter(Boolean).join(' · ') || t(`measurements:method.${row.method}`)}</small>
              </span>
              <MeasurementStatus row={row} />
              <span className="text-right tabular-nums">
                <Length row={row} />
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
