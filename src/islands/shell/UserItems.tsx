import { CircleUser, FlaskConical, ListChecks, LogOut, Printer } from 'lucide-react';
import { auth } from '../../lib/client/auth/browser.ts';
import { unsent } from '../../lib/client/capture/unsent.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { openTasks } from '../tasks/TasksButton.tsx';
import { MenuItem, MenuSection, MenuSeparator } from '../ui/Menu.tsx';
import { ColorItems } from './ColorItems.tsx';
import { useMedia } from './hooks.ts';
import { LanguageItems } from './LanguageItems.tsx';
import { isVisitor } from './visitor.ts';

/** Who I am, my profile, the page on paper, the way out; on phones also what the bar has no room for. */
export function UserItems({
  profile,
  path,
  tasks,
  onUnsent,
}: {
  profile: Profile;
  path: string;
  /** Does the bar have tasks? */
  tasks: boolean;
  onUnsent: (taps: number) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const phone = useMedia('(max-width: 720px)');
  // Once the menu is gone.
  const print = () => setTimeout(() => window.print());
  const signOut = async () => {
    const count = await unsent(profile.id);
    if (count > 0) onUnsent(count);
    else await auth().logout();
  };
  return (
    <>
      <MenuSection
        title={
          <span className="grid pb-1">
            <b className="text-13 leading-5 text-ink">{profile.name}</b>
            {isVisitor(profile) ? null : profile.email}
          </span>
        }
      >
        {isVisitor(profile) ? null : (
          <MenuItem id="profile" icon={CircleUser} href={href('/user/profile', null, locale)}>
            {t('ui:shell.profile')}
          </MenuItem>
        )}
        {profile.scope.includes('playground') ? (
          <MenuItem id="playground" icon={FlaskConical} href={href('/playground/env-selector', null, locale)}>
            {t('ui:shell.playground')}
          </MenuItem>
        ) : null}
        {phone && tasks ? (
          <MenuItem id="all-tasks" icon={ListChecks} onAction={openTasks}>
            {t('ui:shell.tasks')}
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
      <MenuItem id="print" icon={Printer} onAction={print}>
        {t('ui:shell.print')}
      </MenuItem>
      <MenuItem id="sign-out" icon={LogOut} onAction={() => void signOut()}>
        {t('ui:shell.sign_out')}
      </MenuItem>
    </>
  );
}
