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

/** The head of every screen: where I am, what it is, how it is, what can be done. */
export function PageHead({ crumbs, title, note, status, facts, actions, bare }: PageHeadProps) {
  const t = useT();
  return (
    <header className={bare ? 'page-head bare' : 'page-head'}>
      {crumbs?.length ? (
        <nav className="crumbs" aria-label={t('ui:crumbs')}>
          <ol>
            {crumbs.map((crumb, index) => (
              <li key={crumb.href}>
                {index > 0 ? <Icon of={ChevronRight} size={14} /> : null}
                <a href={crumb.href}>{crumb.text}</a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className="head">
        <div className="title">
          <h1 className="h1">{title}</h1>
          {note === undefined ? null : <span className="muted">{note}</span>}
          {status}
        </div>
        {actions ? <div className="actions">{actions}</div> : null}
      </div>
      {facts?.length ? (
        <dl className="facts">
          {facts.map((group, index) =>
            group.map((fact, at) => (
              <div key={fact.name} className={index > 0 && at === 0 ? 'split' : undefined}>
                <dt>{fact.name}</dt>
                <dd>{fact.value}</dd>
              </div>
            )),
          )}
        </dl>
      ) : null}
    </header>
  );
}
