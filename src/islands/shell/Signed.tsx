import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { $asOf } from '../../lib/client/kernel/connection.ts';
import { parsePrefs, prefsKey, type SavedPrefs } from '../../lib/client/session/prefs.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import type { Scope } from '../../lib/contract/scopes.ts';
import { I18n } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { $now } from '../ui/clock.ts';
import { DraftOwner } from '../ui/form/drafts.ts';
import { useMounted } from '../ui/useMounted.ts';
import { useHabits } from './habits.ts';
import { useMedia, usePrefs, useProfile } from './hooks.ts';
import { isFirstForPhone } from './phone.ts';
import { scopesByWorkspace } from './scopes.ts';
import { readCookie } from './session.ts';
import { Zone } from './zone.ts';

/** What every page of the signed-in area hands to its island; without profile and answer the browser loads them itself. */
export interface IslandProps<Answer> {
  locale: Locale;
  profile: Profile | null;
  initial: Answer | null;
  /** The choice of organisation and workspace that the server rendered with; absent where it rendered without any data. */
  saved?: SavedPrefs | null;
  id?: string;
  /** The query of the address. */
  query?: Record<string, string>;
}

/** Who the person is, which organisation and workspace the page is about, and what he may do there. */
export interface PageContext {
  organization: string;
  workspace: string | null;
  /** May the person do it in that workspace; without one, in the chosen workspace (in any of them when none is chosen). */
  can(scope: Scope, workspace?: string): boolean;
  profile: Profile;
}

const inBrowser = typeof window !== 'undefined';

/** What the server rendered an island from: the person, if it knew him, and his choice, null when he had none. */
export interface Rendered {
  profile: Profile | null;
  saved: SavedPrefs | null | undefined;
}

/**
 * The chosen organisation and workspace. Both first renders must choose from the same: where the server knew the person, the cookie that is
 * here by now counts for nothing, even if there was none then.
 */
export function usePageContext(profile: Profile | null, rendered: Rendered): PageContext | null {
  const own = () => (inBrowser && profile ? parsePrefs(readCookie(prefsKey(profile.id))) : null);
  const saved = rendered.profile ? (rendered.saved ?? null) : own();
  const chosen = usePrefs(profile, saved);
  const organization = chosen?.organization ?? null;
  const workspace = chosen?.workspace ?? null;
  return useMemo(() => {
    if (!profile || organization === null) return null;
    const scopes = scopesByWorkspace(profile, organization);
    return { organization, workspace, profile, can: (wanted, where) => scopes(where ?? workspace).has(wanted) };
  }, [profile, organization, workspace]);
}

const never = () => () => undefined;

/** Zone of the workspace, of the organisation's first one where none is chosen, of the browser where nothing is known. */
function zoneOf(profile: Profile | null, choice: Pick<PageContext, 'organization' | 'workspace'> | null): string | null {
  const links = profile?.links.workspaces.filter((one) => one.organization_id === choice?.organization) ?? [];
  const link = links.find((one) => one.workspace_id === choice?.workspace) ?? links[0];
  return link?.time_zone ?? null;
}

/** IANA zone in which times are shown. */
export function useZone(profile: Profile | null, context: PageContext | null): string {
  return useSyncExternalStore(
    never,
    () => zoneOf(profile, context) ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => zoneOf(profile, context) ?? 'UTC',
  );
}

/** The frame of an island of the signed-in area: language, zone and context. `children` is called once the person is known. */
export function Signed({
  locale,
  profile: given,
  saved,
  waiting,
  children,
}: {
  locale: Locale;
  profile: Profile | null;
  saved?: SavedPrefs | null | undefined;
  /** Stands there while the session is being restored. */
  waiting: ReactNode;
  children: (context: PageContext) => ReactNode;
}) {
  const profile = useProfile(given);
  const context = usePageContext(profile, { profile: given, saved });
  const zone = useZone(profile, context);
  const habits = useHabits(profile, context?.organization ?? null);
  const user = context?.profile.id ?? null;
  const mounted = useMounted();
  return (
    <I18n locale={locale} timeZone={zone} habits={habits}>
      <DraftOwner value={user}>
        <Zone value={zone}>
          {context ? children(context) : profile && mounted ? <Nowhere waiting={waiting} profile={profile} /> : waiting}
        </Zone>
      </DraftOwner>
    </I18n>
  );
}

const NoOrganization = part(() => import('./NoOrganization.tsx'));

/** The person is known, and works nowhere: he belongs to nobody, or has not chosen among all. */
function Nowhere({ waiting, profile }: { waiting: ReactNode; profile: Profile }) {
  return (
    <Boundary waiting={waiting}>
      <NoOrganization all={profile.base_roles.access_all_orgs} />
    </Boundary>
  );
}

/**
 * A coarse clock for what is worked out from ages: null in the first render, so that it agrees with the server's. It stands still while the
 * server doesn't answer: what happens meanwhile nobody here knows.
 */
const $coarseNow = computed([$now, $asOf], (now, asOf) => asOf ?? now - (now % 5_000));
export function useCoarseNow(): number | null {
  return useStore($coarseNow, { ssr: () => 0 }) || null;
}

/** Is the screen that of a phone? */
export const useNarrow = (): boolean => useMedia('(max-width: 720px)', isFirstForPhone);

/** Keeps filters in the address without a step in its history. */
export function putQuery(values: Record<string, string | null>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  history.replaceState(history.state, '', url);
}
