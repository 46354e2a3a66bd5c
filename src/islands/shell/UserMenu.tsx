import { useState } from 'react';
import { Button as AriaButton } from '#button';
import type { Profile } from '../../lib/contract/auth.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { LateMenu } from '../ui/Menu.tsx';
import { barMenus } from './bar-menus.ts';

const SignOutDialog = part(() => import('./SignOutDialog.tsx'));

/** At most two letters for a face that isn't there. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)].map((word) => [...(word ?? '')][0] ?? '') : [...name.trim()].slice(0, 2);
  return letters.join('').toLocaleUpperCase();
}

/** My face, and the menu behind it. */
export function UserMenu({ profile, path, tasks }: { profile: Profile; path: string; tasks: boolean }) {
  const t = useT();
  /** Taps that wait on this tablet, when he wants to sign out. */
  const [unsent, setUnsent] = useState(0);
  return (
    <>
      <LateMenu
        code={barMenus}
        placement="bottom end"
        label={t('ui:shell.user', { name: profile.name })}
        trigger={
          <AriaButton className="tool" aria-label={t('ui:shell.user', { name: profile.name })}>
            <span className="avatar" data-initials={initials(profile.name)}>
              {/* Over the letters, which stay when it can't be had. */}
              {profile.avatar ? <img src={`/v1/auth/avatar?v=${profile.avatar}`} alt="" /> : null}
            </span>
          </AriaButton>
        }
      >
        {({ UserItems }) => <UserItems profile={profile} path={path} tasks={tasks} onUnsent={setUnsent} />}
      </LateMenu>
      {unsent > 0 ? (
        <Boundary instead={null} onFailure={() => setUnsent(0)}>
          <SignOutDialog count={unsent} onClose={() => setUnsent(0)} />
        </Boundary>
      ) : null}
    </>
  );
}
