import type { Profile } from '../../lib/contract/auth.ts';
import { finder } from '../../lib/domain/text/folded.ts';

/** One line of the switcher: a workspace of an organisation, or with null all of them. */
export interface PlaceLine {
  organization: string;
  workspace: string | null;
  name: string;
}
export interface PlaceGroup {
  id: string;
  name: string;
  lines: PlaceLine[];
}
interface Workspace {
  workspace_id: string;
  name: string;
}

/** Lines that are seen at a glance; more of them get a box to search in. */
export const FEW_PLACES = 8;

/** How lines are written and ordered in a language. */
export interface PlaceWords {
  /** The word for all workspaces of an organisation. */
  all: string;
  /** BCP 47. */
  locale: string;
}

/** An organisation with its workspaces, in the order of the language, numbers by size. */
export function groupOf(id: string, name: string, workspaces: readonly Workspace[], { all, locale }: PlaceWords): PlaceGroup {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const lines = workspaces.map((one) => ({ organization: id, workspace: one.workspace_id, name: one.name }));
  return { id, name, lines: [{ organization: id, workspace: null, name: all }, ...lines.sort((a, b) => compare(a.name, b.name))] };
}

/** The person's organisations with their workspaces. */
export function groupsOf({ organizations, workspaces }: Profile['links'], words: PlaceWords): PlaceGroup[] {
  return organizations.map(({ organization_id, name }) =>
    groupOf(
      organization_id,
      name,
      workspaces.filter((one) => one.organization_id === organization_id),
      words,
    ),
  );
}

export const countPlaces = (groups: readonly PlaceGroup[]): number => groups.reduce((sum, { lines }) => sum + lines.length, 0);

/**
 * Groups and lines in which every word of the text is found, without case and accents; the name of an organisation stands for all its
 * lines. Empty groups are left out.
 */
export function filterPlaces(groups: readonly PlaceGroup[], q: string): PlaceGroup[] {
  if (q.trim() === '') return [...groups];
  const finds = finder(q);
  return groups
    .map((group) => ({ ...group, lines: group.lines.filter((line) => finds(group.name, line.name)) }))
    .filter(({ lines }) => lines.length > 0);
}
