import { auth } from '../../lib/client/auth/browser.ts';
import { browserUpload } from '../../lib/client/files/upload-browser.ts';
import { onPageLeaving } from '../../lib/client/kernel/page-leaving.ts';
import { type AccountStore, createAccount } from '../../lib/client/session/account.store.ts';
import { browserCall, timers } from '../../lib/client/session/browser-deps.ts';
import { createPush, type PushStore } from '../../lib/client/session/push.store.ts';
import { createSessions, type SessionsStore } from '../../lib/client/session/sessions.store.ts';
import type { Account } from '../../lib/contract/account.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { listSessions } from '../../lib/contract/sessions.ts';
import { I18n } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import '../dataloggers/dataloggers.css';
import { useHabits } from '../shell/habits.ts';
import { useProfile } from '../shell/hooks.ts';
import { type IslandProps, usePageContext, useZone } from '../shell/Signed.tsx';
import { isVisitor } from '../shell/visitor.ts';
import { DraftOwner } from '../ui/form/drafts.ts';
import { ProfileScreen, ProfileWaiting, VisitorScreen } from './ProfileScreen.tsx';
import { browserPush } from './push-device.ts';

await ready('common', 'ui', 'errors', 'user');

export interface ProfileStores {
  sessions: SessionsStore;
  account: AccountStore;
  push: PushStore;
}
type Initial = { sessions: ResponseOf<typeof listSessions>; account: Account };

const storesOf = (initial: Initial | null): ProfileStores => ({
  push: createPush({ call: browserCall, timers, leaving: onPageLeaving }, browserPush),
  sessions: createSessions({ call: browserCall }, { answer: initial?.sessions ?? null }),
  account: createAccount(
    {
      call: browserCall,
      upload: browserUpload,
      // The bar with its picture, and how everything on the page is written.
      changed: () =>
        void auth()
          .fetchUser()
          .catch(() => undefined),
    },
    initial?.account ?? null,
  ),
});

/** `/user/profile`: for everybody who is signed in, also without an organisation. */
export default function Profile({ locale, profile: given, saved, initial }: IslandProps<Initial>) {
  const profile = useProfile(given);
  const context = usePageContext(profile, { profile: given, saved });
  const zone = useZone(profile, context);
  const habits = useHabits(profile, context?.organization ?? null);
  return (
    <I18n locale={locale} timeZone={zone} habits={habits}>
      <DraftOwner value={profile?.id ?? null}>
        {profile && isVisitor(profile) ? (
          <VisitorScreen />
        ) : profile ? (
          <ProfileScreen
            key={profile.id}
            profile={profile}
            organization={context?.organization ?? null}
            zone={zone}
            create={() => storesOf(profile.id === given?.id ? initial : null)}
          />
        ) : (
          <ProfileWaiting />
        )}
      </DraftOwner>
    </I18n>
  );
}
