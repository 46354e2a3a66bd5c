import { createSensorTypes } from '../../lib/client/sensor-types/sensor-types.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { SensorType } from '../../lib/contract/sensor-types.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery } from './query.ts';

await ready('common', 'ui', 'errors', 'sensor-types');

/** `/dlog/sensor-types`. */
export default function SensorTypeList({ locale, profile, saved, initial, query = {} }: IslandProps<{ items: SensorType[] }>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => (
        <ListScreen
          key={context.organization}
          context={context}
          query={readQuery(query)}
          create={() => createSensorTypes(browserDeps(context.organization), initial?.items ?? null)}
        />
      )}
    </Signed>
  );
}
