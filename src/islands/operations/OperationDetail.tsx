import { createOperationStore, createStandard, createStudied } from '../../lib/client/operations/operations.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Operation } from '../../lib/contract/operations.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { DetailScreen, DetailWaiting } from './DetailScreen.tsx';

await ready('common', 'ui', 'errors', 'operations');

/** `/tm/operations/{id}`. */
export default function OperationDetail({ locale, profile, saved, initial, id = '' }: IslandProps<Operation>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<DetailWaiting />}>
      {(context) => (
        <DetailScreen
          key={`${context.organization} ${id}`}
          context={context}
          create={() => {
            const deps = browserDeps(context.organization);
            return {
              deps,
              operation: createOperationStore(deps, id, initial),
              standard: createStandard(deps, id),
              studied: createStudied(deps, id),
            };
          }}
        />
      )}
    </Signed>
  );
}
