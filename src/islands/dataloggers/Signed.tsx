import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { choosePrefs, parsePrefs, prefsKey } from '../../lib/client/prefs.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import type { Scope } from '../../lib/contract/scopes.ts';
import { I18n } from '../../lib/i18n/react.tsx';
import { useMedia, usePrefs, useProfile } from '../shell/hooks.ts';
import { readCookie } from '../shell/session.ts';
import { $now } from '../ui/clock.ts';
import { DraftOwner } from '../ui/form/drafts.ts';
import { Zone } from './zone.ts';

/** What every page of the signed-in area hands to its island; without profile and answer the browser loads them itself. */
export interface IslandProps<Answer> {
  locale: Locale;
  profile: Profile | null;
  initial: Answer | null;
  id?: string;
  /** The query of the address. */
  query?: Record<string, string>;
}

/** Where the person works now. */
export interface Place {
  organization: string;
  workspace: string | null;
  can(scope: Scope): boolean;
  profile: Profile;
}

const inBrowser = typeof window !== 'undefined';

/** The chosen organisation and workspace. The first render has the server's answer and shows nothing of the choice. */
export function usePlace(profile: Profile | null): Place | null {
  const saved = inBrowser && profile ? parsePrefs(readCookie(prefsKey(profile.id))) : null;
  const chosen = usePrefs(profile, saved);
  const organization = chosen?.organization ?? null;
  const workspace = chosen?.workspace ?? null;
  return useMemo(() => {
    if (!profile || organization === null) return null;
    const scope: readonly string[] = profile.scope;
    return { organization, workspace, profile, can: (wanted) => scope.includes(wanted) };
  }, [profile, organization, workspace]);
}

const never = () => () => undefined;

/** Zone of the workspace, of the organisation's first one where none is chosen, of the browser where nothing is known. */
function zoneOf(profile: Profile | null, choice: Pick<Place, 'organization' | 'workspace'> | null): string | null {
  const links = profile?.links.workspaces.filter((one) => one.organization_id === choice?.organization) ?? [];
  const link = links.find((one) => one.workspace_id === choice?.workspace) ?? links[0];
  return link?.time_zone ?? null;
}

/** IANA zone in which times are shown. The server doesn't know the browser's choice, so the first render takes the zone without one. */
export function useZone(profile: Profile | null, place: Place | null): string {
  return useSyncExternalStore(
    never,
    () => zoneOf(profile, place) ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => {
      const first = profile ? choosePrefs({ user: profile, saved: null }) : null;
      return zoneOf(profile, first?.organization ? { organization: first.organization, workspace: first.workspace } : null) ?? 'UTC';
    },
  );
}

/** The frame of an island of the signed-in area: language, zone and place. `children` is called once the person is known. */
export function Signed({
  locale,
  profile: given,
  waiting,
  children,
}: {
  locale: Locale;
  profile: Profile | null;
  /** Stands there while the session is being restored. */
  waiting: ReactNode;
  children: (place: Place) => ReactNode;
}) {
  const profile = useProfile(given);
  const place = usePlace(profile);
  const zone = useZone(profile, place);
  const user = place?.profile.id ?? null;
  return (
    <I18n locale={locale} timeZone={zone}>
      <DraftOwner value={user}>
        <Zone value={zone}>{place ? children(place) : waiting}</Zone>
      </DraftOwner>
    </I18n>
  );
}

/** A coarse clock for what is worked out from ages: null in the first render, so that it agrees with the server's. */
const $coarseNow = computed($now, (now) => now - (now % 5_000));
export function useCoarseNow(): number | null {
  return useStore($coarseNow, { ssr: () => 0 }) || null;
}

/** Is the screen that of a phone? */
export const useNarrow = (): boolean => useMedia('(max-width: 720px)');

/** Keeps filters in the address without a step in its history. */
export function putQuery(values: Record<string, string | null>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  history.replaceState(history.state, '', url);
}
