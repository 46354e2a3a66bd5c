import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Icon } from './Icon.tsx';

export interface Fact {
  name: string;
  value: ReactNode;
}

export interface PageHeadProps {
  /** The way here, without the page itself. */
  crumbs?: readonly { text: string; href: string }[];
  title: ReactNode;
  /** How many there are, or another small remark beside the title. */
  note?: ReactNode;
  /** Badges and tags. */
  status?: ReactNode;
  /** Groups of facts, divided by a line. */
  facts?: readonly (readonly Fact[])[];
  /** Buttons, the main one last. */
  actions?: ReactNode;
  /** No rule below: something that belongs to the head follows, such as filters or tabs. */
  bare?: boolean;
}

// Buttons that went to a line of their own don't stand on the edge; tabs bring their own room.
const BELOW_CRUMBS = 'min-h-9 max-[761px]:last:in-[.screen:not(:has(.tabbed))]:pb-2';

/** The head of every screen: where I am, what it is, how it is, what can be done. */
export function PageHead({ crumbs, title, note, status, facts, actions, bare }: PageHeadProps) {
  const t = useT();
  return (
    <header className={`page-head bg-surface ${bare ? '' : 'border-b border-line-2 in-[.screen:has(.tabbed)]:border-b-0'}`}>
      {crumbs?.length ? (
        <nav className="flex items-center gap-1.5 px-5 pt-2.5 pb-0.5 text-12 leading-4.5 text-ink-3 slim:px-4" aria-label={t('ui:crumbs')}>
          <ol className="flex flex-wrap gap-x-1.5 gap-y-0.5">
            {crumbs.map((crumb, index) => (
              <li key={crumb.href} className="flex items-center gap-1.5">
                {index > 0 ? <Icon of={ChevronRight} size={14} /> : null}
                <a href={crumb.href} className="rounded-1 hover:text-ink hover:underline pointer-coarse:py-1.5">
                  {crumb.text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div
        className={`flex flex-wrap items-center gap-x-3 gap-y-2 px-5 slim:px-4 ${crumbs?.length ? BELOW_CRUMBS : 'min-h-15 pt-3 pb-2.5'}`}
      >
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 slim:contents">
          <h1 className="h1 wrap-anywhere">{title}</h1>
          {note === undefined ? null : <span className="muted">{note}</span>}
          {status}
        </div>
        {actions ? <div className="ml-auto flex flex-wrap gap-x-3 gap-y-2">{actions}</div> : null}
      </div>
      {facts?.length ? (
        <dl className="facts flex flex-wrap gap-x-6 gap-y-2 px-5 pt-1.5 pb-2.5 slim:px-4">
          {facts.map((group, index) =>
            group.map((fact, at) => (
              <div
                key={fact.name}
                className={`grid leading-4.5 ${index > 0 && at === 0 ? 'border-l border-line-2 pl-6 slim:border-0 slim:pl-0' : ''}`}
              >
                <dt className="text-11 leading-4 text-ink-3">{fact.name}</dt>
                <dd className="text-14 leading-5 font-medium">{fact.value}</dd>
              </div>
            )),
          )}
        </dl>
      ) : null}
    </header>
  );
}
