import { useMemo } from 'react';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { Work } from './work.ts';

/**
 * What was noted at a moment and lasts no time: notes and events, then pieces with their sums, in time. A row shows its moment on the axis. Folded
 * where other things are looked at first.
 */
export function Moments({ work, folded = false }: { work: Work; folded?: boolean }) {
  const t = useT();
  const format = useFormat();
  const { day, look, laneName, board, lanes } = work;
  const { points, counted, notes } = day.timeline;
  const rows = useMemo(() => {
    const inTime = (a: { at: number }, b: { at: number }) => a.at - b.at;
    return [
      ...[
        ...notes.map(({ id, at, lane, text }) => ({ id, at, lane, kind: 'note' as const, activity: null, text, by: null })),
        ...points.map(({ id, at, lane, activity, note }) => ({ id, at, lane, kind: 'point' as const, activity, text: note, by: null })),
      ].sort(inTime),
      ...counted.map(({ id, at, lane, activity, by }) => ({ id, at, lane, kind: 'count' as const, activity, text: null, by })).sort(inTime),
    ];
  }, [points, counted, notes]);
  const sums = useMemo(() => [...Map.groupBy(counted, ({ activity }) => activity)], [counted]);
  if (rows.length === 0) return null;
  const nameOf = (activity: string | null) => (activity === null ? null : look({ kind: 'state', activity }).name);
  const signed = (by: number) => (by > 0 ? `+${format.number(by)}` : format.number(by));
  return (
    <details className="tm-moments" open={!folded}>
      <summary>
        <h2 className="h2">{t('measurements:moments.title')}</h2>
        <span className="muted">{format.number(rows.length)}</span>
        {sums.map(([activity, all]) => (
          <span key={activity} className="soft">
            {nameOf(activity)} <span className="med">{format.number(all.reduce((sum, { by }) => sum + by, 0))}</span>
          </span>
        ))}
      </summary>
      <div className="tm-wide">
        <table className="tbl compact" aria-label={t('measurements:moments.title')}>
          <thead>
            <tr>
              <th scope="col" className="num">
                {t('measurements:moments.time')}
              </th>
              <th scope="col">{t('measurements:moments.kind')}</th>
              {lanes.length > 1 ? <th scope="col">{t('measurements:lane')}</th> : null}
              <th scope="col">{t('measurements:moments.what')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, at, lane, kind, activity, text, by }) => (
              <tr key={id} className="plain">
                <td className="num">
                  <button type="button" className="link" onClick={() => board.$pinned.set(at)}>
                    {format.time(at, 'second')}
                  </button>
                </td>
                <td>{t(`measurements:moments.kinds.${kind}`)}</td>
                {lanes.length > 1 ? <td>{lane === null ? '–' : laneName(lane)}</td> : null}
                <td className="text">{[nameOf(activity), by === null ? null : signed(by), text].filter(Boolean).join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
