import { auth } from '../../lib/client/auth/browser.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { OrganizationStore } from '../../lib/client/organizations/organization.store.ts';
import type { Organization } from '../../lib/contract/organizations.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { managesOrganization } from '../shell/rights.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { GeneralForm } from './GeneralForm.tsx';
import { GeneralRead } from './GeneralRead.tsx';

await ready('forms', 'validation');

/** Name, habits and retention of the organisation. */
export default function GeneralTab({
  context,
  deps,
  store,
  row,
}: {
  context: PageContext;
  deps: StoreDeps;
  store: OrganizationStore;
  row: Organization;
}) {
  // The top bar and the menus have their names from the person's links.
  const saved = () =>
    void auth()
      .fetchUser()
      .catch(() => undefined);
  return (
    <div className="settings print:pb-0">
      {managesOrganization(context) ? <GeneralForm deps={deps} store={store} row={row} onSaved={saved} /> : <GeneralRead row={row} />}
    </div>
  );
}
