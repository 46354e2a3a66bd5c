import { createMeasurements } from '../../lib/client/measurements/measurements.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { listMeasurements } from '../../lib/contract/measurements.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery } from './query.ts';
import './measurements.css';

await ready('common', 'ui', 'errors', 'measurements', 'measurement-list', 'range');

/** `/tm/measurements`. */
export default function MeasurementList({ locale, profile, saved, initial, query = {} }: IslandProps<ResponseOf<typeof listMeasurements>>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => {
        const first = readQuery(query, context.workspace);
        return (
          <ListScreen
            key={context.organization}
            context={context}
            query={first}
            create={() => createMeasurements(browserDeps(context.organization), { query: first, answer: initial })}
          />
        );
      }}
    </Signed>
  );
}
