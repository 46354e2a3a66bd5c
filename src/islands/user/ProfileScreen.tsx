import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { AccountStore } from '../../lib/client/session/account.store.ts';
import type { Account } from '../../lib/contract/account.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { ColorMode } from './ColorMode.tsx';
import { FormatsForm } from './FormatsForm.tsx';
import { NotificationsForm } from './NotificationsForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import type { ProfileStores } from './Profile.tsx';
import { PushSection } from './PushSection.tsx';
import { Section } from './Section.tsx';
import { SignedInBrowsers, SignedInBrowsersWaiting } from './SignedInBrowsers.tsx';
import { YouForm } from './YouForm.tsx';

/** Fields of the sections that come, so that nothing moves when they do. */
const WAITING = [
  ['you', 4],
  ['formats', 3],
] as const;

function SectionsWaiting() {
  const t = useT();
  return WAITING.map(([name, fields]) => (
    <Section key={name} title={t(`user:${name}.title`)} lead={t(`user:${name}.lead`)}>
      <div className="stack" aria-busy="true">
        {Array.from({ length: fields }, (_, index) => (
          <Skeleton key={index} height={50} />
        ))}
      </div>
    </Section>
  ));
}

/** Shown until the person is known. */
export function ProfileWaiting() {
  const t = useT();
  return (
    <div className="screen [&_input[readonly]]:text-ink-2">
      <PageHead title={t('user:title')} />
      <SectionsWaiting />
      <SignedInBrowsersWaiting />
    </div>
  );
}

/** A visitor of the demo has no account; how things look is kept by his browser. */
export function VisitorScreen() {
  const t = useT();
  return (
    <div className="screen">
      <PageHead title={t('user:title')} />
      <Section title={t('user:color.title')} lead={t('user:visitor')}>
        <ColorMode />
      </Section>
    </div>
  );
}

interface ScreenProps {
  profile: Profile;
  /** The chosen one, whose habits are in force where the person has none. */
  organization: string | null;
  zone: string;
  create: () => ProfileStores;
}

/** Who I am, how things are shown to me, and where I am signed in. */
export function ProfileScreen({ create, ...about }: ScreenProps) {
  const t = useT();
  const [{ account, sessions, push }] = useState(create);
  useStarted(account);
  useStarted(sessions);
  const state = useStore(account.$state);
  return (
    <div className="screen [&_input[readonly]]:text-ink-2">
      <PageHead title={t('user:title')} />
      {state.status === 'loading' ? <SectionsWaiting /> : null}
      {state.status === 'error' ? <ErrorState error={state.code} onRetry={() => void account.load()} /> : null}
      {state.status === 'ready' ? (
        <Sections {...about} store={account} push={push} row={state.row} onSignedOut={() => void sessions.load()} />
      ) : null}
      <SignedInBrowsers store={sessions} />
    </div>
  );
}

interface SectionsProps extends Omit<ScreenProps, 'create'> {
  store: AccountStore;
  push: ProfileStores['push'];
  row: Account;
  onSignedOut: () => void;
}

function Sections({ profile, organization, zone, store, push, row, onSignedOut }: SectionsProps) {
  const t = useT();
  return (
    <>
      <Section title={t('user:you.title')} lead={t('user:you.lead')}>
        <YouForm store={store} row={row} />
      </Section>
      <Section title={t('user:formats.title')} lead={t('user:formats.lead')}>
        <FormatsForm store={store} row={row} profile={profile} organization={organization} zone={zone} />
      </Section>
      <Section title={t('user:color.title')} lead={t('user:color.lead')}>
        <ColorMode />
      </Section>
      <Section title={t('user:password.title')} lead={t('user:password.lead')}>
        <PasswordForm store={store} row={row} onSignedOut={onSignedOut} />
      </Section>
      <Section title={t('user:notifications.title')} lead={t('user:notifications.lead', { email: row.email })}>
        <NotificationsForm store={store} row={row} />
      </Section>
      <Section title={t('user:push.title')} lead={t('user:push.lead')}>
        <PushSection store={push} />
      </Section>
    </>
  );
}
