import type { ReactNode } from 'react';
import { shownCard } from '../../lib/domain/time-study/shown-card.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Hash } from '../recordings/Hash.tsx';
import { Status } from '../ui/Status.tsx';
import { STATE_LAMPS } from './StandardStatus.tsx';
import type { AnyVersion } from './StandardTab.tsx';

/** Who reviewed and approved what, and when; the shown version with its hash. */
export function Versions({
  all,
  shown,
  onShow,
  children,
}: {
  all: readonly AnyVersion[];
  shown: AnyVersion;
  onShow: (version: AnyVersion) => void;
  /** What can be done with the shown one. */
  children: ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <section aria-label={t('standards:versions.title')}>
      <header className="flex items-baseline justify-between gap-2 border-b border-line-2 px-4 pt-2.5 pb-2">
        <h2 className="h2">{t('standards:versions.title')}</h2>
        <span className="muted text-12">{t('standards:versions.formula', { version: shown.formula })}</span>
      </header>
      <ol>
        {all.map((one) => {
          const isShown = one === shown;
          return (
            <li
              key={`${one.state} ${one.version}`}
              className={`grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line px-4 py-2.5 ${isShown ? 'bg-selected shadow-[inset_3px_0_0_var(--accent)]' : ''}`}
            >
              <span className="flex flex-wrap items-center justify-between gap-2">
                <button
                  type="button"
                  className="cursor-pointer rounded-1 text-left font-medium hover:underline pointer-coarse:min-h-(--control-touch)"
                  aria-pressed={isShown}
                  onClick={() => onShow(one)}
                >
                  <Status kind={STATE_LAMPS[one.state]}>{t(`operations:version_state.${one.state}`, { version: one.version })}</Status>
                </button>
                <span className="font-medium whitespace-nowrap">
                  {format.quantity(shownCard(one.card, one.parameters).standard, 's', 3)}
                </span>
              </span>
              <Steps version={one} />
              {isShown ? (
                <>
                  <Hash of={one.hash} />
                  <span className="print:hidden">{children}</span>
                </>
              ) : null}
            </li>
          );
        })}
      </ol>
      <p className="px-4 py-2.5 text-12 text-ink-2">{t('standards:versions.text')}</p>
    </section>
  );
}

function Steps({ version: { stored } }: { version: AnyVersion }) {
  const t = useT();
  const format = useFormat();
  if (!stored) return <p className="text-12 text-ink-2">{t('standards:versions.nobody')}</p>;
  const when = (moment: string, by: string | null) => [format.dateTime(moment, 'minute'), by].filter(Boolean).join(', ');
  const quoted = (text: string | null) =>
    text === null ? null : <p className="mt-0.5 border-l-2 border-line-2 pl-2 wrap-anywhere whitespace-pre-wrap">{text}</p>;
  return (
    <div className="grid gap-1 text-12 leading-4.5 text-ink-2">
      {stored.superseded_at === null ? null : <p>{t('standards:versions.superseded', { when: when(stored.superseded_at, null) })}</p>}
      {stored.approved_at === null ? null : (
        <div>
          <p>{t('standards:versions.approved', { when: when(stored.approved_at, stored.approved_by) })}</p>
          {quoted(stored.statement)}
        </div>
      )}
      <div>
        <p>{t('standards:versions.reviewed', { when: when(stored.reviewed_at, stored.reviewed_by) })}</p>
        {quoted(stored.review_note)}
      </div>
      {stored.approved_at === null ? <p>{t('standards:versions.waits')}</p> : null}
    </div>
  );
}
