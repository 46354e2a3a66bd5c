import { type ReactNode, useId, useState } from 'react';
import type { ShownCard } from '../../lib/domain/time-study/shown-card.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Status } from '../ui/Status.tsx';
import type { AnyVersion } from './StandardTab.tsx';

function Section({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="min-w-0 px-5 pt-2 pb-4 slim:px-4" aria-labelledby={id}>
      <header className="flex min-h-8 flex-wrap items-center justify-between gap-2 pointer-coarse:pb-2">
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {beside}
      </header>
      {children}
    </section>
  );
}

function Line({ sign, name, value, sum = false }: { sign?: ReactNode; name: string; value: string; sum?: boolean }) {
  return (
    <div
      className={`flex min-h-6 items-baseline justify-between gap-2 border-b border-line text-12 ${sum ? 'border-t border-t-ink font-semi' : ''}`}
    >
      <dt className={`flex items-baseline ${sum ? '' : 'text-ink-2'}`}>
        {sign === undefined ? null : <b className="inline-block w-9 flex-none font-semi text-ink">{sign}</b>}
        {name}
      </dt>
      <dd className="font-medium whitespace-nowrap">{value}</dd>
    </div>
  );
}

/** Of what the allowances are a share, and what the other basis would give. */
export function Basis({ version, card }: { version: AnyVersion; card: ShownCard }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const set = version.parameters.allowances;
  const other = card.basis === 'job' ? 'workday' : 'job';
  return (
    <Section title={t('standards:basis.title')}>
      <p className="font-display text-16 leading-6 font-semi whitespace-nowrap">{t(`standards:basis.formula.${card.basis}`)}</p>
      <p className="pt-1 text-12 text-ink-2">{t(`standards:basis.text.${card.basis}`)}</p>
      {set === null || card.other === null ? null : (
        <p className="pt-1 text-12 text-ink-2">
          {t(`standards:basis.other.${other}`, {
            formula: t(`standards:basis.formula.${other}`),
            value: format.quantity(card.other, 's', 3),
            more: format.quantity(Math.abs(card.other - card.standard), 's', 3),
          })}
        </p>
      )}
      <p className="pt-2 text-12">
        {set === null ? (
          t('standards:basis.none')
        ) : (
          <a className="link" href={href('/tm/allowance-sets/{id}', { id: set.set_id }, locale)}>
            {t('standards:basis.set', { name: set.name, version: set.version })}
          </a>
        )}
      </p>
      {set?.to_confirm ? (
        <p className="pt-1 text-12 [&_.st]:items-baseline [&_.st]:whitespace-normal">
          <Status kind="late">{t('standards:to_confirm')}</Status>
        </p>
      ) : null}
    </Section>
  );
}

/** The set-up of a batch, which has no part in the time of a piece. */
export function SetUp({ version }: { version: AnyVersion }) {
  const t = useT();
  const format = useFormat();
  const { card, parameters } = version;
  const minutes = (seconds: number) => format.quantity(seconds / 60, 'min', 3);
  return (
    <Section title={t('standards:setup.title')}>
      <dl>
        <Line name={t('standards:setup.normal')} value={minutes(parameters.setup_s)} />
        <Line name={t('standards:setup.allowance')} value={minutes(card.setup - parameters.setup_s)} />
        <Line sum name={t('standards:setup.standard')} value={minutes(card.setup)} />
      </dl>
      <p className="pt-2 text-12 text-ink-2">
        {t('standards:setup.per_piece', {
          batch: format.quantity(parameters.batch, parameters.unit),
          value: format.quantity(card.setup / parameters.batch, 's', 3),
        })}
      </p>
    </Section>
  );
}

const SHAPES = ['czech', 'refa'] as const;
const sub = (letter: string, index: string) => (
  <>
    {letter}
    <sub>{index}</sub>
  </>
);

/** The same figures as Czech and German practice write them. */
export function Shapes({ version, card }: { version: AnyVersion; card: ShownCard }) {
  const t = useT();
  const format = useFormat();
  const [shape, setShape] = useState<(typeof SHAPES)[number]>('czech');
  const { parameters, card: exact } = version;
  const seconds = (value: number) => format.quantity(value, 's', 3);
  const setup = format.quantity(exact.setup / 60, 'min', 3);
  const order = format.quantity(exact.order / 60, 'min', 2);
  const batch = format.quantity(parameters.batch, parameters.unit);
  return (
    <Section
      title={t('standards:shape.title')}
      beside={
        <Segmented
          label={t('standards:shape.title')}
          value={shape}
          options={SHAPES.map((id) => ({ id, label: t(`standards:shape.${id}`) }))}
          onChange={setShape}
        />
      }
    >
      {shape === 'czech' ? (
        <dl>
          <Line sign={sub('t', 'A1')} name={t('standards:czech.ta1')} value={seconds(card.czech.ta1)} />
          <Line sign={sub('t', 'A3')} name={t('standards:czech.ta3')} value={seconds(card.czech.ta3)} />
          <Line sign={sub('k', 'C')} name={t('standards:czech.kc')} value={format.number(card.czech.kc, 4)} />
          <Line sum sign={sub('t', 'AC')} name={t('standards:czech.tac')} value={seconds(card.czech.tac)} />
          <Line sign={sub('t', 'BC')} name={t('standards:czech.tbc')} value={setup} />
          <Line sign="T" name={t('standards:order', { batch })} value={order} />
        </dl>
      ) : (
        <dl>
          <Line sign={sub('t', 'g')} name={t('standards:refa.tg')} value={seconds(card.refa.tg)} />
          <Line sign={sub('t', 'er')} name={t('standards:refa.ter')} value={seconds(card.refa.ter)} />
          <Line sign={sub('t', 'v')} name={t('standards:refa.tv')} value={seconds(card.refa.tv)} />
          <Line sum sign={sub('t', 'e')} name={t('standards:refa.te')} value={seconds(card.refa.te)} />
          <Line sign={sub('t', 'r')} name={t('standards:refa.tr')} value={setup} />
          <Line sign="T" name={t('standards:order', { batch })} value={order} />
        </dl>
      )}
      <p className="pt-2 text-12 [&_.st]:items-baseline [&_.st]:whitespace-normal">
        <Status kind="late">{t('standards:to_confirm')}</Status>
      </p>
      <p className="pt-1 text-12 text-ink-2">{t('standards:shape.text')}</p>
    </Section>
  );
}
