import { createActivities } from '../../lib/client/activities/activities.store.ts';
import { draftSlot } from '../../lib/client/forms/drafts-browser.ts';
import { createLinks } from '../../lib/client/links/links.store.ts';
import { createScreenStore } from '../../lib/client/screens/screen.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Activity } from '../../lib/contract/activities.ts';
import type { Links } from '../../lib/contract/links.ts';
import type { Screen } from '../../lib/contract/screens.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { EditorScreen, EditorWaiting } from './EditorScreen.tsx';
import '../dataloggers/dataloggers.css';
import './screens.css';

await ready('common', 'ui', 'errors', 'screens', 'machines');

/** The editor of `/tm/screens/{id}`. */
export default function ScreenDetail({
  locale,
  profile,
  saved,
  initial,
  links,
  id = '',
}: IslandProps<{ screen: Screen; activities: Activity[] | null }> & { links: Links | null }) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<EditorWaiting />}>
      {(context) => (
        <EditorScreen
          key={`${context.organization} ${id}`}
          context={context}
          create={() => {
            const deps = browserDeps(context.organization);
            return {
              deps,
              links: createLinks(deps, { entity: 'screens', id }, links),
              screen: createScreenStore(
                deps,
                id,
                initial?.screen ?? null,
                typeof window === 'undefined' ? null : draftSlot(context.profile.id, 'panel'),
              ),
              activities: (workspace: string) =>
                createActivities(deps, { workspace, rows: initial?.screen.workspace_id === workspace ? initial.activities : null }),
            };
          }}
        />
      )}
    </Signed>
  );
}
