import { Building2, Warehouse } from 'lucide-react';
import type { Prefs, Visited } from '../../lib/client/session/prefs.ts';
import { LOCALE_TAGS } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Item, Section } from '../ui/MenuParts.tsx';
import type { PlaceGroup, PlaceWords } from './places.ts';
import { choosePlace } from './session.ts';

export interface PlaceGroupsProps {
  profile: Profile;
  prefs: Prefs;
  groups: readonly PlaceGroup[];
  /** The organisation that the lines are of, where the person's links don't have it. */
  visited?: Visited | undefined;
}

export function usePlaceWords(): PlaceWords {
  const t = useT();
  return { all: t('ui:shell.workspace.all'), locale: LOCALE_TAGS[useLocale()] };
}

/** Workspaces under the names of their organisations; choosing one closes the menu around them. */
export function PlaceGroups({ profile, prefs, groups, visited }: PlaceGroupsProps) {
  return groups.map((group) => (
    <Section key={group.id} title={group.name}>
      {group.lines.map(({ organization, workspace, name }) => (
        <Item
          key={workspace ?? 'all'}
          id={workspace ?? `all-${organization}`}
          icon={workspace === null ? Building2 : Warehouse}
          checked={organization === prefs.organization && workspace === prefs.workspace}
          onAction={() => choosePlace(profile, organization, workspace, visited)}
        >
          {name}
        </Item>
      ))}
    </Section>
  ));
}
