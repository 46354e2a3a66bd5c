import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { createFirstSteps } from '../../lib/client/dashboard/dashboard.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { FirstSteps } from '../../lib/contract/first-steps.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { MailNotice } from '../people/MailNotice.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { keepCookie, readCookie } from '../shell/session.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { BLOCKS, type Block } from './blocks.ts';
import { FirstStepsList, StepsLeft, stepsOf } from './FirstSteps.tsx';
import { GoOn } from './GoOn.tsx';
import { hiddenIn, STEPS_COOKIE, withHidden } from './hidden-steps.ts';
import { COLUMN, COLUMNS, LinesWaiting, Strip } from './parts.tsx';

/** First data of one organisation and workspace (null for all of them); what could not be had is null. */
export interface DashboardData {
  organization: string;
  workspace: string | null;
  steps: FirstSteps | null;
  /** Do mails leave the installation? Null for whom it doesn't concern. */
  mail: boolean | null;
  /** The person put the checklist away. */
  stepsHidden: boolean;
  blocks: Readonly<Record<string, unknown>>;
}

/** Shown until the person is known. */
export function DashboardWaiting() {
  const t = useT();
  return (
    <div className="screen">
      <PageHead bare title={t('dashboard:title')} />
      <Strip />
      <div className={COLUMNS} aria-busy="true">
        {(['main', 'side'] as const).map((column) => (
          <div key={column} className={COLUMN}>
            <LinesWaiting />
          </div>
        ))}
      </div>
    </div>
  );
}

export function DashboardScreen({
  context,
  initial,
  create,
}: {
  context: PageContext;
  initial: DashboardData | null;
  create: () => StoreDeps;
}) {
  const t = useT();
  const [deps] = useState(create);
  const [steps] = useState(() => createFirstSteps(deps, initial?.steps ?? null));
  const [hidden, setHidden] = useState(() => initial?.stepsHidden ?? hiddenIn(savedSteps(), context.organization));
  useStarted(steps);
  const state = useStore(steps.$state);
  if (state.status === 'loading') return <DashboardWaiting />;
  const firstSteps = state.status === 'ready' ? state.data : null;
  const left = firstSteps && stepsOf(firstSteps, context).some((step) => !firstSteps.done[step]);
  const measured = firstSteps?.done.reading === true || firstSteps?.done.measure === true;
  const empty = firstSteps?.done.logger === false;
  const blocks = BLOCKS.filter((block) => context.can(block.scope) && (!empty || block.withoutLoggers));
  const hide = () => {
    keepCookie(STEPS_COOKIE, withHidden(savedSteps(), context.organization));
    setHidden(true);
  };
  return (
    <div className="screen">
      <PageHead bare title={t('dashboard:title')} />
      <MailNotice context={context} deps={deps} initial={initial?.mail ?? null} />
      <GoOn context={context} />
      {firstSteps && left && !measured && !hidden ? <FirstStepsList data={firstSteps} context={context} onHide={hide} /> : null}
      {firstSteps && left && measured && !hidden ? <StepsLeft data={firstSteps} context={context} onHide={hide} /> : null}
      {empty && !left ? <EmptyState title={t('dashboard:empty.title')}>{t('dashboard:empty.read_only')}</EmptyState> : null}
      {blocks.length === 0 ? null : (
        <div className={COLUMNS}>
          {(['main', 'side'] as const).map((column) => (
            <div key={column} className={COLUMN}>
              {blocks.map((block, order) =>
                block.column === column ? (
                  <Section
                    key={block.id}
                    block={block}
                    order={order}
                    context={context}
                    deps={deps}
                    initial={initial?.blocks[block.id] ?? null}
                  />
                ) : null,
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const savedSteps = () => (typeof document === 'undefined' ? null : readCookie(STEPS_COOKIE));

function Section({
  block: { title, Component },
  order,
  ...props
}: {
  block: Block;
  order: number;
  context: PageContext;
  deps: StoreDeps;
  initial: unknown;
}) {
  const t = useT();
  const heading = useId();
  return (
    <section className={'min-w-0'} aria-labelledby={heading} style={{ order }}>
      <h2 className="h2" id={heading}>
        {t(title)}
      </h2>
      <Component {...props} />
    </section>
  );
}
