import { createSetStore } from '../../lib/client/allowance-sets/allowance-sets.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { AllowanceSet } from '../../lib/contract/allowance-sets.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { DetailScreen, DetailWaiting } from './DetailScreen.tsx';

await ready('common', 'ui', 'errors', 'allowance-sets');

/** `/tm/allowance-sets/{id}`. */
export default function SetDetail({ locale, profile, saved, initial, id = '' }: IslandProps<AllowanceSet>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<DetailWaiting />}>
      {(context) => (
        <DetailScreen
          key={`${context.organization} ${id}`}
          context={context}
          create={() => createSetStore(browserDeps(context.organization), id, initial)}
        />
      )}
    </Signed>
  );
}
