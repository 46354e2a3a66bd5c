import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { type BalanceGroup, balanceOf, OUTSIDE, type Balance as Whole } from '../../lib/domain/time-study/balance.ts';
import { piecesOf, type TimeSpan } from '../../lib/domain/time-study/spans.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { LaneChoice } from './LaneChoice.tsx';
import { Seg } from './Seg.tsx';
import { Sorted } from './Sorted.tsx';
import { inkClass, Swatch } from './Swatch.tsx';
import { TaxonomyChoice } from './TaxonomyChoice.tsx';
import type { Work } from './work.ts';

const Pie = part(() => import('./Pie.tsx'));

/** Shares below it, in per mille, have no room for their figure under the bar. */
const LABELLED = 125;

/** @param span of the lane, where it isn't all of it */
export function useBalance({ shown, board, now, categoryOf, value }: Work, span?: TimeSpan): Whole {
  const lane = useStore(board.$lane);
  return useMemo(() => {
    const order = (value?.categories ?? []).filter(({ parent }) => parent === null).map(({ code }) => code);
    const within = span && { from: shown.at(span.from), to: shown.at(span.to) };
    const pieces = piecesOf(shown.lanes.get(lane) ?? [], shown.at(now), within);
    return balanceOf(pieces, (activity) => categoryOf(activity)?.code ?? null, order, shown.unit);
  }, [shown, lane, now, categoryOf, value, span?.from, span?.to]);
}

/** What a group of the balance is called. */
export function useGroupName({ value }: Work): (group: BalanceGroup) => string {
  const t = useT();
  const locale = useLocale();
  return ({ key }) => {
    if (key === OUTSIDE.none) return t('measurements:balance.none');
    if (key === OUTSIDE.pause) return t('measurements:kind.pause');
    if (key === OUTSIDE.unassigned) return t('measurements:kind.unassigned');
    return value?.categories.find(({ code }) => code === key)?.names[locale] ?? key;
  };
}

/** The balance of the lane by category: as a bar or a pie, and as a table that adds up. */
export function Balance({ work }: { work: Work }) {
  const t = useT();
  const format = useFormat();
  const { look, shown } = work;
  const balance = useBalance(work);
  const nameOf = useGroupName(work);
  const [shape, setShape] = useState<'bar' | 'pie'>('bar');
  const percent = (permille: number) => (
    <>
      {format.number(permille / 10, 1)} <span className="unit">%</span>
    </>
  );
  return (
    <section data-part="balance" className="tm-panel" aria-label={t('measurements:balance.title')}>
      <header>
        <h2 className="h2">{t('measurements:balance.title')}</h2>
        {work.lanes.length > 1 ? <LaneChoice work={work} /> : null}
        <TaxonomyChoice work={work} />
        <span className="spacer -ml-2" />
        <Seg
          label={t('measurements:balance.shape')}
          value={shape}
          options={[
            { id: 'bar', label: t('measurements:balance.bar') },
            { id: 'pie', label: t('measurements:balance.pie') },
          ]}
          onChange={setShape}
        />
      </header>
      <Sorted store={work.stores.measurement}>
        {shape === 'bar' ? (
          <Bar work={work} balance={balance} />
        ) : (
          <Boundary waiting={<div className="h-36" />}>
            <Pie work={work} balance={balance} />
          </Boundary>
        )}
        <table className="tbl compact tm-balance table-fixed" aria-label={t('measurements:balance.title')}>
          <colgroup>
            <col />
            <col className="w-19" />
            <col className="w-19" />
          </colgroup>
          <thead className="vh">
            <tr>
              <th scope="col">{t('measurements:balance.part')}</th>
              <th scope="col">{t('measurements:column.time')}</th>
              <th scope="col">{t('measurements:balance.share')}</th>
            </tr>
          </thead>
          {balance.groups.map((group) => (
            <tbody key={group.key}>
              <tr className="cat plain">
                <th scope="row" className="py-0.5! leading-4!" title={nameOf(group)}>
                  {group.key.startsWith(':') && group.key !== OUTSIDE.none ? (
                    <span className="flex items-center gap-1.75 min-w-0">
                      <Swatch look={look(group.parts[0]!)} />
                      {nameOf(group)}
                    </span>
                  ) : (
                    nameOf(group)
                  )}
                </th>
                <td className="num">{shown.duration(group.seconds * 1_000)}</td>
                <td className="num">{percent(group.permille)}</td>
              </tr>
              {group.key === OUTSIDE.pause || group.key === OUTSIDE.unassigned
                ? null
                : group.parts.map((one) => (
                    <tr key={one.activity ?? one.kind} className="plain">
                      <td>
                        <span className="flex items-center gap-1.75 min-w-0">
                          <Swatch look={look(one)} />
                          <span className="min-w-0 leading-4 whitespace-normal wrap-break-word hyphens-auto">{look(one).name}</span>
                        </span>
                      </td>
                      <td className="num">{shown.duration(one.seconds * 1_000)}</td>
                      <td className="num">{percent(one.permille)}</td>
                    </tr>
                  ))}
            </tbody>
          ))}
          <tfoot>
            <tr>
              <td>{t(work.row.method === 'snapshot' && work.row.shift ? 'measurements:balance.shift' : 'measurements:balance.total')}</td>
              <td className="num">{shown.duration(balance.seconds * 1_000)}</td>
              <td className="num">{percent(balance.permille)}</td>
            </tr>
          </tfoot>
        </table>
      </Sorted>
    </section>
  );
}

function Bar({ work: { look }, balance }: { work: Work; balance: Whole }) {
  const format = useFormat();
  return (
    <div aria-hidden="true" className="flex gap-px mb-1">
      {balance.groups.map((group) => (
        <div className="flex-1 min-w-0" key={group.key} style={{ flexGrow: group.ms }}>
          <span className="flex h-5.5 gap-px">
            {group.parts.map((one) => (
              <i key={one.activity ?? one.kind} className={`min-w-0 flex-1 ${inkClass(look(one))}`} style={{ flexGrow: one.ms }} />
            ))}
          </span>
          <b className="block mt-0.75 pt-0.5 overflow-hidden border-t border-t-ink text-11 font-semi whitespace-nowrap">
            {group.permille >= LABELLED ? `${format.number(group.permille / 10, 1)}\u00a0%` : '\u00a0'}
          </b>
        </div>
      ))}
    </div>
  );
}
