import { href } from '../../lib/i18n/href.ts';
import { useLocale } from '../../lib/i18n/react.tsx';
import type { PageContext } from './Signed.tsx';

export interface Crumb {
  text: string;
  href: string;
}

/** The way to a detail, the same everywhere: its workspace, its list, and what of the list it is among. The workspace is chosen by going there. */
export function useCrumbs(context: Pick<PageContext, 'organization' | 'profile'>, workspace: string | null, ...list: Crumb[]): Crumb[] {
  const locale = useLocale();
  const link = context.profile.links.workspaces.find(
    (one) => one.workspace_id === workspace && one.organization_id === context.organization,
  );
  if (!link) return list;
  return [
    { text: link.name, href: href(`/org/workspace/workspace?org=${context.organization}&ws=${link.workspace_id}`, null, locale) },
    ...list,
  ];
}
