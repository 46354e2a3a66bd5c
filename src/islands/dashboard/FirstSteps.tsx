import { Check, Circle, X } from 'lucide-react';
import type { Locale } from '../../lib/constants.ts';
import { type FirstSteps, SETUP_STEPS, type SetupStep } from '../../lib/contract/first-steps.ts';
import type { Scope } from '../../lib/contract/scopes.ts';
import { href, type LinkName } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Strip, StripLink, StripLinks } from './parts.tsx';

/** Where each step is taken: the very form or page, not the list before it. */
const PLACES: Record<
  SetupStep,
  {
    scope: Scope;
    to: LinkName;
    /** In the organisation itself, not in one of its workspaces. */
    whole?: true;
    /** What it is done with: without that the step is not due. */
    with?: 'datalogger' | 'screen' | 'panel';
  }
> = {
  workspace: { scope: 'org:manage', to: '/org#workspaces/new', whole: true },
  machine: { scope: 'machines:write', to: '/org/machines#new' },
  logger: { scope: 'dlog:write', to: '/dlog/dataloggers#new' },
  reading: { scope: 'dlog:write', to: '/dlog/dataloggers/{id}', with: 'datalogger' },
  screen: { scope: 'tm:write', to: '/tm/screens#new' },
  publish: { scope: 'tm:write', to: '/tm/screens/{id}', with: 'screen' },
  measure: { scope: 'tm:capture', to: '/tm/screens/{id}#capture', with: 'panel' },
  people: { scope: 'members:manage', to: '/org#people/new' },
};

/** Steps that the person can take himself and whose state he may know. */
export function stepsOf({ done }: FirstSteps, context: PageContext): SetupStep[] {
  return SETUP_STEPS.filter((step) => {
    const { scope, whole } = PLACES[step];
    return done[step] !== null && context.can(scope, ...(whole ? [''] : []));
  });
}

/** The address at which a step is taken; null while what it is done with is not there. */
function linkOf(step: SetupStep, steps: FirstSteps, locale: Locale): string | null {
  const { to, with: needed } = PLACES[step];
  if (needed === undefined) return href(to, null, locale);
  const id = steps[needed];
  return id === null ? null : href(to, { id }, locale);
}

/** What is left once an instrument has measured: one line, which the person may put away. */
export function StepsLeft({ data, context, onHide }: { data: FirstSteps; context: PageContext; onHide: () => void }) {
  const t = useT();
  const locale = useLocale();
  return (
    <Strip bare steps label={t('dashboard:steps.left')}>
      <StripLinks>
        {stepsOf(data, context).flatMap((step) => {
          const to = data.done[step] ? null : linkOf(step, data, locale);
          return to === null
            ? []
            : [
                <StripLink key={step} href={to} icon={<Icon of={Circle} size={14} />}>
                  {t(`dashboard:steps.${step}.title`)}
                </StripLink>,
              ];
        })}
      </StripLinks>
      <span className="spacer" />
      <IconButton icon={X} label={t('dashboard:steps.hide')} onPress={onHide} />
    </Strip>
  );
}

/** How the number of a step looks. */
const NUMBER = { done: 'border-ok text-ok-text', next: 'border-accent text-accent', later: 'border-line-control text-ink-2' };

/** The way from an empty organisation to the first reading or measurement and to colleagues; each step ticks itself off. */
export function FirstStepsList({ data, context, onHide }: { data: FirstSteps; context: PageContext; onHide: () => void }) {
  const t = useT();
  const locale = useLocale();
  const steps = stepsOf(data, context);
  const next = steps.find((step) => !data.done[step] && linkOf(step, data, locale) !== null);
  return (
    <section
      className="border-b border-line-2 p-5 phone:px-4 [&>.empty]:mx-auto [&>.empty]:my-0 [&>.empty]:w-[min(720px,100%)] [&>.empty]:border-0 [&>.empty]:px-0 [&>.empty]:pt-0 [&>.empty]:pb-4"
      aria-label={t('dashboard:steps.title')}
    >
      <EmptyState
        title={t('dashboard:steps.title')}
        actions={
          <Button variant="ghost" onPress={onHide}>
            {t('dashboard:steps.hide')}
          </Button>
        }
      >
        {t('dashboard:steps.text')}
      </EmptyState>
      <ol className="mx-auto max-w-180 border-t border-ink">
        {steps.map((step, index) => {
          const to = data.done[step] ? null : linkOf(step, data, locale);
          return (
            <li
              key={step}
              className="grid min-h-14 grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-3 border-b border-line px-1.5 py-2 phone:grid-cols-[24px_minmax(0,1fr)] phone:[&>.btn]:col-start-2 phone:[&>.btn]:justify-self-start"
            >
              <span
                className={`grid size-6 place-items-center rounded-full border text-12 ${NUMBER[data.done[step] ? 'done' : step === next ? 'next' : 'later']}`}
                aria-hidden="true"
              >
                {data.done[step] ? <Icon of={Check} size={14} /> : index + 1}
              </span>
              <span className="grid min-w-0 leading-4.5">
                <span className={data.done[step] ? 'text-ink-3' : 'med'}>
                  {t(`dashboard:steps.${step}.title`)}
                  {data.done[step] ? <span className="vh"> – {t('dashboard:steps.done')}</span> : null}
                </span>
                {data.done[step] ? null : <small className="text-12 leading-4.5 text-ink-2">{t(`dashboard:steps.${step}.text`)}</small>}
              </span>
              {to === null ? null : (
                <ButtonLink variant={step === next ? 'primary' : 'default'} href={to}>
                  {t(`dashboard:steps.${step}.action`)}
                </ButtonLink>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
