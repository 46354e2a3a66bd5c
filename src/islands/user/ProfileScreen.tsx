import { useState } from 'react';
import type { SessionsStore } from '../../lib/client/sessions.store.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { useStarted } from '../dataloggers/useStarted.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Devices, DevicesWaiting } from './Devices.tsx';

/** What stands there until it is known who looks. */
export function ProfileWaiting() {
  const t = useT();
  return (
    <div className="screen profile">
      <PageHead
        title={t('user:title')}
        facts={[
          [
            { name: t('user:name'), value: <Skeleton width={112} /> },
            { name: t('user:email'), value: <Skeleton width={160} /> },
            { name: t('user:language'), value: <Skeleton width={56} /> },
          ],
        ]}
      />
      <DevicesWaiting />
    </div>
  );
}

/** Who I am, and where I am signed in. */
export function ProfileScreen({ profile, create }: { profile: Profile; create: () => SessionsStore }) {
  const t = useT();
  const [sessions] = useState(create);
  useStarted(sessions);
  return (
    <div className="screen profile">
      <PageHead
        title={t('user:title')}
        facts={[
          [
            { name: t('user:name'), value: profile.name },
            { name: t('user:email'), value: profile.email },
            { name: t('user:language'), value: t(`common:language.${profile.locale}`) },
          ],
        ]}
      />
      <Devices store={sessions} />
    </div>
  );
}
