import { createDataloggerChoices } from '../../lib/client/dataloggers/datalogger-names.store.ts';
import { createSensorTypeStore, createTypeChannels } from '../../lib/client/sensor-types/sensor-types.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { SensorType } from '../../lib/contract/sensor-types.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { DetailScreen, DetailWaiting } from './DetailScreen.tsx';

await ready('common', 'ui', 'errors', 'sensor-types');

/** `/dlog/sensor-types/{id}`. */
export default function SensorTypeDetail({ locale, profile, saved, initial, id = '' }: IslandProps<SensorType>) {
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
              type: createSensorTypeStore(deps, id, initial),
              channels: createTypeChannels(deps, id),
              loggers: createDataloggerChoices(deps, null, { archived: true }),
            };
          }}
        />
      )}
    </Signed>
  );
}
