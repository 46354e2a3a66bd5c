import { formatter } from '../../lib/i18n/format.ts';
import { type Key, translator } from '../../lib/i18n/index.ts';
import { documentLocale } from '../../lib/i18n/ready.ts';
import { habitsOf } from './habits.ts';
import { prefs, profileNow } from './session.ts';

/** Fills the head of what is put on paper, which no screen shows: where it is from, when and by whom it was printed, and its address. */
export function watchPaper(): void {
  addEventListener('beforeprint', () => {
    const profile = profileNow();
    const chosen = prefs().$prefs.get();
    if (!profile || !chosen) return;
    const organization = profile.links.organizations.find(({ organization_id }) => organization_id === chosen.organization);
    const workspace = profile.links.workspaces.find(({ workspace_id }) => workspace_id === chosen.workspace);
    const locale = documentLocale();
    const zone = workspace?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { date = null, time = null, english = null } = profile.formats ?? {};
    const format = formatter(locale, zone, { date, time, english, ...habitsOf(profile, chosen.organization) });
    const put = (part: string, text: string) => {
      for (const element of document.querySelectorAll(`[data-paper="${part}"]`)) element.textContent = text;
    };
    put('place', [organization?.name, workspace?.name].filter(Boolean).join(' / '));
    put('printed', translator(locale)('ui:paper.printed' as Key, { when: format.dateTime(Date.now()), who: profile.name }));
    put('address', location.href);
  });
}
