import { useStore } from '@nanostores/react';
import { ArrowLeft, Building2, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Prefs } from '../../lib/client/session/prefs.ts';
import { createPlaces, type FoundOrganization, type InsideState, type OrganizationsState } from '../../lib/client/session/prefs-places.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Item, Section } from '../ui/MenuParts.tsx';
import { PlaceGroups, usePlaceWords } from './PlaceGroups.tsx';
import { type PlaceOverlay, PlaceSearch } from './PlaceSearch.tsx';
import { filterPlaces, groupOf, groupsOf, type PlaceGroup, type PlaceWords } from './places.ts';
import { prefs as prefsStore } from './session.ts';

interface AllPlacesProps extends PlaceOverlay {
  profile: Profile;
  prefs: Prefs;
}

/** The switcher of somebody who may see every organisation: the one he is in, a search over all of them, and a look into each. */
export function AllPlaces({ profile, prefs, ...overlay }: AllPlacesProps) {
  const t = useT();
  const words = usePlaceWords();
  const current = groupsOf(profile.links, words).find((group) => group.id === prefs.organization);
  const [places] = useState(() => {
    const visited = prefs.beyond_links && current ? { id: current.id, name: current.name } : null;
    return createPlaces({ ...browserDeps(prefs.organization ?? ''), visited, know: prefsStore().know });
  });
  useEffect(() => places.start(), [places]);
  const organizations = useStore(places.$organizations);
  const inside = useStore(places.$inside);
  const [text, setText] = useState('');

  const type = (typed: string) => {
    setText(typed);
    if (!inside) places.search(typed);
  };
  const enter = (organization: FoundOrganization) => {
    setText('');
    void places.enter(organization);
  };
  const back = () => {
    places.back();
    type('');
    places.search('');
  };
  if (inside)
    return (
      <PlaceSearch
        label={t('ui:shell.workspace.filter')}
        text={text}
        onText={type}
        busy={inside.status === 'loading'}
        note={<Note state={inside} onRetry={() => enter(inside.organization)} />}
        {...overlay}
      >
        <Item id="back" icon={ArrowLeft} stay onAction={back}>
          {t('ui:shell.workspace.back')}
        </Item>
        <PlaceGroups
          profile={profile}
          prefs={prefs}
          groups={filterPlaces(insideGroups(inside, words), text)}
          visited={inside.status === 'ready' ? inside.visited : undefined}
        />
      </PlaceSearch>
    );
  const rows = 'rows' in organizations ? organizations.rows.filter((row) => row.id !== prefs.organization) : [];
  return (
    <PlaceSearch
      label={t('ui:shell.workspace.search')}
      text={text}
      onText={type}
      busy={organizations.status === 'loading'}
      note={<Note state={organizations} onRetry={places.again} />}
      {...overlay}
    >
      <PlaceGroups profile={profile} prefs={prefs} groups={filterPlaces(current ? [current] : [], text)} />
      {rows.length > 0 ? (
        <Section title={t('ui:shell.workspace.organizations')}>
          {rows.map((row) => (
            <Item key={row.id} id={row.id} icon={Building2} text={row.name} stay onAction={() => enter(row)}>
              <span className="flex items-center gap-2">
                {row.name}
                <Icon of={ChevronRight} size={14} className="ml-auto text-ink-3" />
              </span>
            </Item>
          ))}
        </Section>
      ) : null}
    </PlaceSearch>
  );
}

function insideGroups(inside: InsideState, words: PlaceWords): PlaceGroup[] {
  const { id, name } = inside.organization;
  return inside.status === 'ready' ? [groupOf(id, name, inside.visited.workspaces, words)] : [];
}

/** What is to be said below the list; nothing while all of it is there. */
function Note({ state, onRetry }: { state: OrganizationsState | InsideState; onRetry: () => void }): ReactNode {
  const t = useT();
  if (state.status === 'error')
    return (
      <div className="[&>.empty]:mx-2 [&>.empty]:mt-1 [&>.empty]:mb-2 [&>.empty]:w-auto [&>.empty]:p-3">
        <ErrorState error={state.code} onRetry={onRetry} />
      </div>
    );
  const text = state.status === 'loading' ? t('ui:table.loading') : 'more' in state && state.more ? t('ui:shell.workspace.more') : null;
  return text ? (
    <p className="pt-1.5 px-3 pb-2.5 text-ink-3" role="status">
      {text}
    </p>
  ) : null;
}
