import { CircleUser, FlaskConical, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { auth } from '../../lib/client/auth/browser.ts';
import { unsentTaps } from '../../lib/client/capture/unsent.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '../ui/Menu.tsx';
import { ColorItems } from './ColorItems.tsx';
import { useMedia } from './hooks.ts';
import { LanguageItems } from './LanguageItems.tsx';

const SignOutDialog = part(() => import('./SignOutDialog.tsx'));

/** At most two letters for a face that isn't there. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)].map((word) => [...(word ?? '')][0] ?? '') : [...name.trim()].slice(0, 2);
  return letters.join('').toLocaleUpperCase();
}

/** Who I am, my profile, the way out; on phones also what the bar has no room for. */
export function UserMenu({ profile, path }: { profile: Profile; path: string }) {
  const t = useT();
  const locale = useLocale();
  const phone = useMedia('(max-width: 720px)');
  /** Taps that wait on this tablet, when he wants to sign out. */
  const [unsent, setUnsent] = useState(0);
  const signOut = async () => {
    const count = await unsentTaps(profile.id);
    if (count > 0) setUnsent(count);
    else await auth().logout();
  };
  return (
    <>
      <Menu
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
        <MenuSection
          title={
            <span className="grid pb-1">
              <b className="text-13 leading-5 text-ink">{profile.name}</b>
              {profile.email}
            </span>
          }
        >
          <MenuItem id="profile" icon={CircleUser} href={href('/user/profile', null, locale)}>
            {t('ui:shell.profile')}
          </MenuItem>
          {profile.scope.includes('playground') ? (
            <MenuItem id="playground" icon={FlaskConical} href={href('/playground/env-selector', null, locale)}>
              {t('ui:shell.playground')}
            </MenuItem>
          ) : null}
        </MenuSection>
        {phone ? (
          <>
            <MenuSection title={t('common:language.label')}>
              <LanguageItems path={path} />
            </MenuSection>
            <MenuSection title={t('common:color_mode.label')}>
              <ColorItems />
            </MenuSection>
          </>
        ) : null}
        <MenuSeparator />
        <MenuItem id="sign-out" icon={LogOut} onAction={() => void signOut()}>
          {t('ui:shell.sign_out')}
        </MenuItem>
      </Menu>
      {unsent > 0 ? (
        <Boundary instead={null} onFailure={() => setUnsent(0)}>
          <SignOutDialog count={unsent} onClose={() => setUnsent(0)} />
        </Boundary>
      ) : null}
    </>
  );
}
