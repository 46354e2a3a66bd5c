import { $asOf } from '../../lib/client/kernel/connection.ts';
import { createMenuCounts } from '../../lib/client/menu-counts/menu-counts.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { MenuCounts } from '../../lib/contract/menu-counts.ts';
import { formatter } from '../../lib/i18n/format.ts';
import { translator } from '../../lib/i18n/index.ts';
import { documentLocale } from '../../lib/i18n/ready.ts';
import { prefs } from './session.ts';

/** Lines of the menu that are counted: their marks are in the page from the beginning, hidden and empty. */
const marks = (of: string) => document.querySelectorAll<HTMLElement>(`[data-count="${of}"]`);
const COUNTED = ['dataloggers', 'alarms', 'measurements', 'quarantine'] as const satisfies readonly (keyof MenuCounts)[];

/** Writes the counts beside the lines of the menu and keeps them; zero says nothing. */
export function showMenuCounts(): void {
  const t = translator(documentLocale());
  const { number } = formatter(documentLocale(), 'UTC');
  let shown: MenuCounts | null = null;
  const show = () => {
    // What nobody can vouch for now isn't counted.
    const counts = $asOf.get() === null ? shown : null;
    for (const of of COUNTED) {
      const count = counts?.[of] ?? 0;
      for (const mark of marks(of)) {
        mark.hidden = count === 0;
        const [seen, heard] = mark.querySelectorAll('span');
        if (seen) seen.textContent = number(count);
        if (heard) heard.textContent = count === 0 ? '' : t(`ui:counts.${of}`, { count });
      }
    }
  };
  $asOf.listen(show);
  let stop: (() => void) | undefined;
  let followed = '';
  prefs().$prefs.subscribe((chosen) => {
    const { organization = null, workspace = null } = chosen ?? {};
    const place = `${organization} ${workspace}`;
    if (place === followed) return;
    followed = place;
    stop?.();
    stop = undefined;
    shown = null;
    show();
    if (organization === null) return;
    const store = createMenuCounts(browserDeps(organization), workspace);
    const ends = [
      store.$state.subscribe((state) => {
        if (state.status === 'ready') shown = state.data;
        show();
      }),
      store.start(),
    ];
    stop = () => {
      for (const end of ends) end();
    };
  });
}
