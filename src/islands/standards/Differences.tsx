import { useState } from 'react';
import { cardSeconds } from '../../lib/domain/time-study/compare-cards.ts';
import { differencesOf } from '../../lib/domain/time-study/operation-card.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import type { AnyVersion } from './StandardTab.tsx';

const keyOf = ({ state, version }: AnyVersion) => `${state} ${version}`;

/** What one version changed against another, element by element; the rows add up to the last one. */
export function Differences({ all, shown }: { all: readonly AnyVersion[]; shown: AnyVersion }) {
  const t = useT();
  const format = useFormat();
  const [against, setAgainst] = useState<string | null>(null);
  const others = all.filter((one) => one !== shown);
  // The approved one before it, as whoever approves it wants to know; else the one that stands next.
  const older = others.filter((one) => one.version < shown.version);
  const usual = older.find(({ state }) => state === 'approved') ?? older[0] ?? others[0];
  const other = others.find((one) => keyOf(one) === against) ?? usual;
  if (!other) return null;
  const [now, before] = [cardSeconds(shown.card), cardSeconds(other.card)];
  const rows = differencesOf({ elements: before.elements }, { elements: now.elements });
  const total = now.standard - before.standard;
  const most = Math.max(...rows.map(({ difference }) => Math.abs(difference)), 0.001);
  const sign = (value: number) => (value > 0 ? '+' : '');
  const signed = (value: number) => `${sign(value)}${format.number(value, 3)}`;
  const share = total / before.standard;
  return (
    <section className="border-t border-line-2 px-4 pt-2.5 pb-4" aria-label={t('standards:difference.title')}>
      <header className="flex flex-wrap items-baseline justify-between gap-2 pb-1">
        <h2 className="h2">{t('standards:difference.title')}</h2>
        <span className="font-semi whitespace-nowrap">{`${signed(total)} s · ${sign(share)}${format.percent(share, 1)}`}</span>
      </header>
      <Select
        label={t('standards:difference.against')}
        bare
        value={keyOf(other)}
        options={others.map((one) => ({ id: keyOf(one), text: t(`operations:version_state.${one.state}`, { version: one.version }) }))}
        onChange={setAgainst}
      />
      <Scroller>
        <table className="tbl compact mt-2 text-12 [&_.num]:px-1.5" aria-label={t('standards:difference.title')}>
          <thead>
            <tr>
              <th scope="col" className="pl-0">
                {t('standards:table.element')}
              </th>
              <th scope="col" className="num">
                {t('standards:difference.before', { version: other.version })}
              </th>
              <th scope="col" className="num">
                {t('standards:difference.change')}
              </th>
              <th className="w-12">
                <span className="vh">{t('standards:difference.scale')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ activity_id, name, before: was, after: is, difference }) => (
              <tr key={activity_id}>
                <td className="py-1 pl-0 wrap-anywhere whitespace-normal">
                  {name}
                  {was === null || is === null ? (
                    <small className="block text-ink-3">
                      {t(was === null ? 'standards:difference.added' : 'standards:difference.gone')}
                    </small>
                  ) : null}
                </td>
                <td className="num soft">{was === null ? '–' : format.number(was, 3)}</td>
                <td className="num font-medium">{signed(difference)}</td>
                <td className="p-0">
                  <i
                    className={`ml-1 block h-2.5 ${difference > 0 ? 'bg-late' : 'bg-accent'}`}
                    style={{ width: `${(Math.abs(difference) / most) * 100}%` }}
                    aria-hidden="true"
                  />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semi">
              <td className="pl-0">{t('standards:table.sum')}</td>
              <td className="num">{format.number(before.standard, 3)}</td>
              <td className="num">{signed(total)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </Scroller>
      <p className="pt-2 text-12 text-ink-2">
        {t('standards:difference.parts', {
          normal: signed(now.normal - before.normal),
          allowance: signed(total - (now.normal - before.normal)),
        })}
      </p>
      {shown.hash === other.hash ? null : <p className="pt-1 text-12 text-ink-2">{t('standards:difference.text')}</p>}
    </section>
  );
}
