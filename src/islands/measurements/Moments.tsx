import { useMemo } from 'react';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useMoments } from './moments.ts';
import { TWO_BESIDE } from './paper.ts';
import type { Work } from './work.ts';

/** So many stand below each other on paper too: in two columns the head of one would have no row. */
const FEW = 8;

/**
 * What was noted at a moment and lasts no time: notes and events, then pieces with their sums, in time. A row shows its moment on the axis. Folded
 * where other things are looked at first.
 */
export function Moments({ work, folded = false }: { work: Work; folded?: boolean }) {
  const t = useT();
  const format = useFormat();
  const { day, look, laneName, board, lanes, shown } = work;
  const { counted } = day.timeline;
  const rows = useMoments(work);
  const sums = useMemo(() => [...Map.groupBy(counted, ({ activity }) => activity)], [counted]);
  if (rows.length === 0) return null;
  return (
    <details className="tm-moments flex-none border-t border-t-line-2" open={!folded}>
      <summary className="flex flex-wrap items-center gap-y-0.5 gap-x-3 min-h-10.5 py-1.5 px-5 cursor-pointer">
        <h2 className="h2">{t('measurements:moments.title')}</h2>
        <span className="muted">{format.number(rows.length)}</span>
        {sums.map(([activity, all]) => (
          <span key={activity} className="soft">
            {look({ kind: 'state', activity }).name} <span className="med">{format.number(all.reduce((sum, { by }) => sum + by, 0))}</span>
          </span>
        ))}
      </summary>
      <div className={`tm-wide max-h-[min(320px,40dvh)] overflow-auto ${rows.length > FEW ? TWO_BESIDE : ''}`}>
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
            {rows.map(({ id, at, lane, kind, what }) => (
              <tr key={id} className="plain">
                <td className="num">
                  <button type="button" className="link" onClick={() => board.$pinned.set(at)}>
                    {shown.time(at)}
                  </button>
                </td>
                <td className="wrap-normal!">{t(`measurements:moments.kinds.${kind}`)}</td>
                {lanes.length > 1 ? <td>{lane === null ? '–' : laneName(lane)}</td> : null}
                <td className="text">{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
