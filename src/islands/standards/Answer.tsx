import type { ReactNode } from 'react';
import type { ShownCard } from '../../lib/domain/time-study/shown-card.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Status } from '../ui/Status.tsx';
import type { AnyVersion } from './StandardTab.tsx';

function Figure({
  name,
  value,
  unit,
  large = false,
  apart = false,
}: {
  name: string;
  value: string;
  unit: string;
  large?: boolean;
  apart?: boolean;
}) {
  return (
    <div className={`grid content-end ${apart ? 'border-l border-line-2 pl-6 slim:border-l-0 slim:pl-0' : ''}`}>
      <dt className="text-12 leading-4.5 text-ink-2">{name}</dt>
      <dd
        className={`font-display font-semi tracking-[-0.02em] whitespace-nowrap ${large ? 'text-[40px] leading-11' : 'text-[26px] leading-8.5'}`}
      >
        {value} <span className={`font-sans font-normal tracking-normal text-ink-2 ${large ? 'text-16' : 'text-13'}`}>{unit}</span>
      </dd>
    </div>
  );
}

/** The answer in sight: the time of a piece, what it gives in an hour and a shift, and the set-up, which is never mixed into it. */
export function Answer({ version, card }: { version: AnyVersion; card: ShownCard }) {
  const t = useT();
  const format = useFormat();
  const { parameters, card: exact, sources } = version;
  const told = card.rows.length;
  const all = card.precise === told;
  const note: ReactNode = (
    <span className="ml-auto grid justify-items-end gap-0.5 text-12 slim:ml-0 slim:basis-full slim:justify-items-start">
      <Status kind={all ? 'online' : 'late'}>
        {all ? t('standards:answer.precise', { count: told }) : t('standards:answer.imprecise', { count: told, n: card.precise })}
      </Status>
      <span className="text-ink-3">
        {t('standards:source_count', { count: sources.length })}, {t('standards:reading_count', { count: card.n })}
      </span>
    </span>
  );
  return (
    <div className="flex flex-wrap items-end gap-x-9 gap-y-3 px-5 pt-3.5 pb-3 slim:gap-x-6 slim:px-4">
      <dl className="flex flex-wrap items-end gap-x-9 gap-y-3 slim:gap-x-6">
        <Figure large name={t('standards:answer.per_unit', { unit: parameters.unit })} value={format.number(card.standard, 2)} unit="s" />
        <Figure name={t('standards:answer.hour')} value={format.number(exact.pieces_per_hour, 1)} unit={parameters.unit} />
        <Figure
          name={t('standards:answer.shift', { hours: format.quantity(parameters.shift_h, 'h') })}
          value={format.number(exact.pieces_per_shift)}
          unit={parameters.unit}
        />
        <Figure apart name={t('standards:answer.setup')} value={format.number(exact.setup / 60, 2)} unit="min" />
      </dl>
      {note}
    </div>
  );
}
