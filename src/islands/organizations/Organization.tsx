import { createOrganization } from '../../lib/client/organizations/organization.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Organization as Row } from '../../lib/contract/organizations.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { OrganizationScreen, OrganizationWaiting } from './OrganizationScreen.tsx';
import '../dataloggers/dataloggers.css';

await ready('common', 'ui', 'errors', 'organizations');

/** `/org`. */
export default function Organization({ locale, profile, saved, initial, mail }: IslandProps<Row> & { mail: boolean | null }) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<OrganizationWaiting />}>
      {(context) => (
        <OrganizationScreen
          key={context.organization}
          context={context}
          mail={initial?.id === context.organization ? mail : null}
          create={() => {
            const deps = browserDeps(context.organization);
            return { deps, organization: createOrganization(deps, initial) };
          }}
        />
      )}
    </Signed>
  );
}
