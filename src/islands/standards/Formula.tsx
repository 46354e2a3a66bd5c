import type { ReactNode } from 'react';
import type { StandardParameters } from '../../lib/contract/operations.ts';
import { type ShownCard, type ShownElement, together } from '../../lib/domain/time-study/shown-card.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';

const Sign = ({ children }: { children: string }) => <i className="text-ink-3 not-italic">{children}</i>;
const Term = ({ name, children }: { name?: string; children: ReactNode }) => (
  <span className="whitespace-nowrap">
    {name ? `${name} ` : null}
    <b className="font-semi text-ink">{children}</b>
  </span>
);

/** How the time of the chosen element comes about, with its own numbers. */
export function Formula({ row, card, parameters }: { row: ShownElement; card: ShownCard; parameters: StandardParameters }) {
  const t = useT();
  const format = useFormat();
  const { element } = row;
  const seconds = (value: number) => format.number(value, 3);
  const share = format.number(Math.round(together(row.shares) * 1e4) / 1e4);
  return (
    <p
      className="mt-0 flex flex-wrap items-center gap-x-2 gap-y-0.5 border-y border-line-2 bg-ground px-5 py-1.5 text-12 text-ink-2 slim:px-4"
      aria-live="polite"
    >
      <b className="mr-2 font-semi text-ink">
        {row.no} {element.name}
      </b>
      <Term name={t(element.rating === null ? 'standards:formula.times' : 'standards:formula.rated')}>
        {seconds(element.normal * element.n)}
      </Term>
      <Sign>÷</Sign>
      <Term>{t('standards:reading_count', { count: element.n })}</Term>
      <Sign>×</Sign>
      <Term name={t('standards:formula.frequency')}>
        {format.number(element.occurrences)}/{format.number(element.cycles * parameters.pieces_per_cycle)}
      </Term>
      <Sign>=</Sign>
      <Term name={t('standards:formula.normal')}>{seconds(row.normal)}</Term>
      {card.basis === 'job' ? (
        <>
          <Sign>×</Sign>
          <Term>{`(1 + ${share})`}</Term>
        </>
      ) : (
        <>
          <Sign>÷</Sign>
          <Term>{`(1 − ${share})`}</Term>
        </>
      )}
      <Sign>=</Sign>
      <Term>{format.quantity(row.standard, 's', 3)}</Term>
      {element.excluded > 0 ? <span className="ml-auto">{t('standards:formula.excluded', { count: element.excluded })}</span> : null}
      {element.counts ? null : <span className="basis-full">{t('standards:formula.hidden')}</span>}
    </p>
  );
}
