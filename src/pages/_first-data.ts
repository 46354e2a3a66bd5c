import type { AstroGlobal } from 'astro';
import { type Api, ApiError } from '../lib/client/kernel/api.ts';
import { queryOf } from '../lib/client/saved-views/saved-views.store.ts';
import { choosePrefs, type Prefs, parsePrefs, prefsKey, type SavedPrefs } from '../lib/client/session/prefs.ts';
import type { Profile } from '../lib/contract/auth.ts';
import { type LinkingEntity, type Links, listLinks } from '../lib/contract/links.ts';
import { getSavedView } from '../lib/contract/saved-views.ts';

/** What a guarded page is rendered from. The shell, which must hold no tenant data, has none of it. */
export interface FirstData {
  profile: Profile | null;
  prefs: Prefs | null;
  /** The choice of this browser, as its cookie says it: islands render from the same one. */
  saved: SavedPrefs | null;
  /** The API inside the process, in the viewer's name; null without an organisation to ask for. */
  api: Api | null;
  /** Null without an organisation. */
  organization: string | null;
}

const NOTHING: FirstData = { profile: null, prefs: null, saved: null, api: null, organization: null };

/** Who looks, at which organisation and workspace: chosen by the cookie as far as the person's links have it. */
export function firstData({ locals, cookies }: AstroGlobal): FirstData {
  const { user, api } = locals;
  if (!user) return NOTHING;
  const saved = parsePrefs(cookies.get(prefsKey(user.id))?.value);
  const prefs = choosePrefs({ user, saved });
  const mark = prefs.organization ? locals.mark(prefs.organization) : null;
  // The first one, which is older than all that is read.
  if (mark !== null) locals.live ??= `${prefs.organization} ${mark}`;
  return { profile: user, prefs, saved, api: prefs.organization ? api : null, organization: prefs.organization };
}

/** The answer, or null when it was refused: the island asks again and shows why. `'not_found'` makes the page a 404. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null | 'not_found'> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 404 ? 'not_found' : null;
  }
}

/** What a row belongs together with, so that the head of its page is there at once as high as it will be. */
export async function firstLinks(
  { api, organization }: Pick<FirstData, 'api' | 'organization'>,
  row: { entity: LinkingEntity; id: string },
): Promise<Links | null> {
  if (!api || !organization) return null;
  const links = await orNull(api.call(listLinks, { params: { organization_id: organization }, query: row }));
  return links === 'not_found' ? null : links;
}

/**
 * What a list is asked for: the query of the address, or of the saved view that alone stands in it.
 * @param parts what of the list may stand in an address
 */
export async function viewedQuery(
  { api, organization }: Pick<FirstData, 'api' | 'organization'>,
  { searchParams }: URL,
  parts: readonly string[],
): Promise<Record<string, string>> {
  const query = Object.fromEntries(searchParams);
  if (!api || !organization || query.view === undefined || parts.some((part) => part in query)) return query;
  const view = await orNull(api.call(getSavedView, { params: { organization_id: organization, id: query.view } }));
  return view === null || view === 'not_found' ? query : { ...queryOf(view.query), ...query };
}
