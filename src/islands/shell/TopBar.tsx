import { ChevronDown, SunMoon } from 'lucide-react';
import { Button as AriaButton } from '#button';
import type { SavedPrefs } from '../../lib/client/session/prefs.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { I18n, useEnglish, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { TasksButton } from '../tasks/TasksButton.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Flag } from '../ui/Flag.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LateMenu } from '../ui/Menu.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Toasts } from '../ui/Toasts.tsx';
import { useMounted } from '../ui/useMounted.ts';
import { barMenus } from './bar-menus.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { HelpButton } from './HelpButton.tsx';
import { useHabits } from './habits.ts';
import { usePrefs, useProfile } from './hooks.ts';
import { LiveIndicator } from './LiveIndicator.tsx';
import { SearchButton } from './SearchButton.tsx';
import { usePageContext, useZone } from './Signed.tsx';
import { scopesByWorkspace } from './scopes.ts';
import { UserMenu } from './UserMenu.tsx';
import { WorkspaceSwitcher } from './WorkspaceSwitcher.tsx';
import { Zone } from './zone.ts';

const DiskBanner = part(() => import('./DiskBanner.tsx'));

await ready('common', 'ui', 'errors');

export interface TopBarProps {
  locale: Locale;
  /** Null while only the browser can get a new token. */
  profile: Profile | null;
  saved: SavedPrefs | null;
  /** Path and query of the page. */
  path: string;
}

/** The bar over every signed-in page, and the corner of its toasts. */
export default function TopBar(props: TopBarProps) {
  const profile = useProfile(props.profile);
  const context = usePageContext(profile, { profile: props.profile, saved: props.saved });
  const zone = useZone(profile, context);
  const habits = useHabits(profile, context?.organization ?? null);
  return (
    <I18n locale={props.locale} timeZone={zone} habits={habits}>
      <Zone value={zone}>
        <Bar {...props} />
      </Zone>
      <Connection {...props} />
      <Toasts />
    </I18n>
  );
}

// What it says of the line, of tasks and toasts the browser knows; the server says the same of all.
TopBar.followsFromProps = true as const;

function Connection({ profile: given, saved }: TopBarProps) {
  const profile = useProfile(given);
  const organization = usePrefs(profile, saved)?.organization;
  const mounted = useMounted();
  if (!organization) return null;
  const manages = mounted && profile !== null && scopesByWorkspace(profile, organization)(null).has('org:manage');
  return (
    <>
      <ConnectionBanner organization={organization} />
      {manages ? (
        <Boundary>
          <DiskBanner organization={organization} />
        </Boundary>
      ) : null}
    </>
  );
}

function Bar({ profile: given, saved, path }: TopBarProps) {
  const t = useT();
  const locale = useLocale();
  const english = useEnglish();
  const profile = useProfile(given);
  const prefs = usePrefs(profile, saved);
  const language = t(`common:language.${locale}`);
  return (
    <div className="tools">
      {profile && prefs ? (
        <WorkspaceSwitcher profile={profile} prefs={prefs} />
      ) : (
        <span className="switcher">
          <Skeleton width={180} height={12} />
        </span>
      )}
      <span className="spacer" />
      {profile && prefs?.organization ? <SearchButton profile={profile} organization={prefs.organization} /> : null}
      {prefs?.organization ? <LiveIndicator organization={prefs.organization} /> : null}
      {profile && prefs?.organization ? (
        <TasksButton
          key={prefs.organization}
          organization={prefs.organization}
          manages={scopesByWorkspace(profile, prefs.organization)(null).has('org:manage')}
        />
      ) : null}
      <HelpButton path={path} />
      <span className="flex items-center gap-1 phone:hidden">
        <LateMenu
          code={barMenus}
          placement="bottom end"
          label={t('common:language.label')}
          trigger={
            <AriaButton className="tool" aria-label={t('common:language.current', { language })}>
              <Flag locale={locale} english={english} />
              <span>{language}</span>
              <Icon of={ChevronDown} size={14} />
            </AriaButton>
          }
        >
          {({ LanguageItems }) => <LanguageItems path={path} />}
        </LateMenu>
        <LateMenu
          code={barMenus}
          placement="bottom end"
          label={t('common:color_mode.label')}
          trigger={
            <AriaButton className="tool" aria-label={t('common:color_mode.label')}>
              <Icon of={SunMoon} />
            </AriaButton>
          }
        >
          {({ ColorItems }) => <ColorItems />}
        </LateMenu>
      </span>
      {profile ? (
        <UserMenu profile={profile} path={path} tasks={Boolean(prefs?.organization)} />
      ) : (
        <span className="tool">
          <span className="avatar" />
        </span>
      )}
    </div>
  );
}
