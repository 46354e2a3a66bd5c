import { useStore } from '@nanostores/react';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { createWorkspaces } from '../../lib/client/workspaces/workspaces.store.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { choosePlace } from '../shell/session.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';

await ready('organizations');

const LINE = 'grid border-b border-b-line';

/** Where all workspaces are chosen, one of them has to be picked. */
export default function Choice({ context }: { context: PageContext }) {
  const t = useT();
  const locale = useLocale();
  const [store] = useState(() => createWorkspaces(browserDeps(context.organization), { archived: false, answer: null }));
  useStarted(store);
  const state = useStore(store.$state);
  const manage = <ButtonLink href={href('/org#workspaces', null, locale)}>{t('workspaces:choice.manage')}</ButtonLink>;
  if (state.status === 'ready' && state.rows.length === 0)
    return (
      <div className="screen">
        <PageHead title={t('workspaces:plural')} />
        <EmptyState title={t('organizations:workspaces.empty.title')} actions={manage}>
          {t(context.can('org:manage', '') ? 'organizations:workspaces.empty.text' : 'organizations:workspaces.empty.read_only')}
        </EmptyState>
      </div>
    );
  return (
    <div className="screen">
      <PageHead title={t('workspaces:plural')} note={t('workspaces:choice.note')} actions={manage} />
      {state.status === 'error' ? <ErrorState error={state.code} onRetry={() => void store.load()} /> : null}
      <ul
        className="grid max-w-170 py-2 px-5 slim:px-4"
        aria-label={t('workspaces:choice.list')}
        aria-busy={state.status === 'loading' || undefined}
      >
        {state.status === 'loading'
          ? [160, 120, 140].map((width) => (
              <li key={width} className={LINE}>
                <span className="two grid justify-start items-center gap-1.5 min-h-13 py-1.5 px-2">
                  <Skeleton width={width} />
                  <Skeleton width={width / 2} />
                </span>
              </li>
            ))
          : null}
        {state.status === 'ready'
          ? state.rows.map((row) => (
              <li key={row.id} className={LINE}>
                <a
                  className="flex items-center justify-between gap-3 min-w-0 min-h-13 py-1.5 px-2 rounded-1 hover:bg-hover"
                  href={`${href('/org/workspace/workspace', null, locale)}?${new URLSearchParams({ org: context.organization, ws: row.id })}`}
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                    // The page shows it at once; the address is for a new tab.
                    event.preventDefault();
                    choosePlace(context.profile, context.organization, row.id);
                  }}
                >
                  <span className="two">
                    <b className="med one-line">{row.name}</b>
                    <small className="one-line">
                      {[
                        row.code,
                        t('workspaces:choice.counts', {
                          machines: row.machine_count,
                          loggers: row.datalogger_count,
                          people: row.member_count,
                        }),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </span>
                  <Icon of={ChevronRight} className="text-ink-3" />
                </a>
              </li>
            ))
          : null}
      </ul>
    </div>
  );
}
