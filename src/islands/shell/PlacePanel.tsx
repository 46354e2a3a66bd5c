import type { RefObject } from 'react';
import type { Prefs } from '../../lib/client/session/prefs.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { MenuPopover } from '../ui/MenuParts.tsx';
import type { Opening } from '../ui/useOverlayButton.ts';
import { AllPlaces } from './AllPlaces.tsx';
import { PlaceGroups, usePlaceWords } from './PlaceGroups.tsx';
import { OwnPlaces } from './PlaceSearch.tsx';
import { countPlaces, FEW_PLACES, groupsOf } from './places.ts';

export interface PlacePanelProps {
  id: string;
  trigger: RefObject<HTMLElement | null>;
  triggerId: string;
  opening: Opening;
  profile: Profile;
  prefs: Prefs;
  onClose: () => void;
}

/** The open switcher: a menu of the person's places, with a box to search in where they are many, over all organisations if he may. */
export function PlacePanel({ profile, prefs, ...overlay }: PlacePanelProps) {
  const t = useT();
  const words = usePlaceWords();
  if (profile.base_roles.access_all_orgs) return <AllPlaces profile={profile} prefs={prefs} {...overlay} />;
  const groups = groupsOf(profile.links, words);
  if (countPlaces(groups) > FEW_PLACES) return <OwnPlaces profile={profile} prefs={prefs} groups={groups} {...overlay} />;
  return (
    <MenuPopover label={t('ui:shell.workspace.label')} placement="bottom start" {...overlay}>
      <PlaceGroups profile={profile} prefs={prefs} groups={groups} />
    </MenuPopover>
  );
}
