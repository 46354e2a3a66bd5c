import { createCalibrated } from '../../lib/client/calibrations/calibrations.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { listCalibratedChannels } from '../../lib/contract/calibrations.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery } from './query.ts';

await ready('common', 'ui', 'errors', 'calibrations');

/** `/dlog/calibrations`. */
export default function CalibrationList({
  locale,
  profile,
  saved,
  initial,
  query = {},
}: IslandProps<ResponseOf<typeof listCalibratedChannels>>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => {
        const first = readQuery(query, context.workspace);
        const deps = browserDeps(context.organization);
        return (
          <ListScreen
            key={context.organization}
            context={context}
            query={first}
            create={() => createCalibrated(deps, { query: first, answer: initial })}
          />
        );
      }}
    </Signed>
  );
}
