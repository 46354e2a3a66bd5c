import { browserCall } from '../../lib/client/browser-deps.ts';
import { createSessions } from '../../lib/client/sessions.store.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { listSessions } from '../../lib/contract/sessions.ts';
import { I18n } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, usePlace, useZone } from '../dataloggers/Signed.tsx';
import { useProfile } from '../shell/hooks.ts';
import { ProfileScreen, ProfileWaiting } from './ProfileScreen.tsx';
import './user.css';

await ready('common', 'ui', 'errors', 'user');

/** `/user/profile`: for everybody who is signed in, also without an organisation. */
export default function Profile({ locale, profile: given, initial }: IslandProps<ResponseOf<typeof listSessions>>) {
  const profile = useProfile(given);
  const zone = useZone(profile, usePlace(profile));
  return (
    <I18n locale={locale} timeZone={zone}>
      {profile ? (
        <ProfileScreen
          key={profile.id}
          profile={profile}
          create={() => createSessions({ call: browserCall }, { answer: profile.id === given?.id ? initial : null })}
        />
      ) : (
        <ProfileWaiting />
      )}
    </I18n>
  );
}
