import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { createLinks } from '../../lib/client/links/links.store.ts';
import { createMeasurement, type FirstMeasurement } from '../../lib/client/measurements/measurement.store.ts';
import { createTaps } from '../../lib/client/measurements/taps.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Links } from '../../lib/contract/links.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { DetailScreen, DetailWaiting } from './DetailScreen.tsx';
import './measurements.css';

await ready('common', 'ui', 'errors', 'measurements', 'channels', 'range');

/** `/tm/measurements/{id}`. */
export default function MeasurementDetail({
  locale,
  profile,
  saved,
  initial,
  links,
  id = '',
}: IslandProps<FirstMeasurement> & { links: Links | null }) {
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
              measurement: createMeasurement(deps, id, initial),
              links: createLinks(deps, { entity: 'measurements', id }, links),
              taps: createTaps<string>(deps, id, () => uuidv7().slice(-12), context.profile.id),
            };
          }}
        />
      )}
    </Signed>
  );
}
