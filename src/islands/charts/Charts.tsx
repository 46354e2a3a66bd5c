import { createAlarmBands, createMarkBands, createWorkLanes } from '../../lib/client/charts/beside-charts.ts';
import { createCharted } from '../../lib/client/charts/charted.store.ts';
import { createMeasurementSeries } from '../../lib/client/charts/measurement-series.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { SavedView } from '../../lib/contract/saved-views.ts';
import { LENGTHS } from '../../lib/domain/time/range.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { readChartAddress } from '../chart/address.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ChartsScreen, ChartsWaiting } from './ChartsScreen.tsx';
import { readCharted } from './charted.ts';
import { readSetup } from './setup.ts';

await ready('common', 'ui', 'errors', 'channels', 'dataloggers', 'range', 'charts');

/** `/dlog/charts`, and a chart that is kept under a name: `/dlog/charts/{id}`. */
export default function Charts({ locale, profile, saved, initial, id, query = {} }: IslandProps<SavedView>) {
  const address = readChartAddress(query);
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ChartsWaiting />}>
      {(context) => (
        <ChartsScreen
          key={context.organization}
          context={context}
          address={address}
          opening={{ setup: readSetup(query), wall: query.wall === '1' }}
          opened={id === undefined ? null : { id, name: initial?.name ?? '', changed: false }}
          create={() => {
            const deps = browserDeps(context.organization);
            return {
              deps,
              lanes: createWorkLanes(deps),
              alarms: createAlarmBands(deps),
              noted: createMarkBands(deps),
              charted: createCharted(deps, readCharted(query)),
              series: createMeasurementSeries(deps, address.range ?? { kind: 'now', span: LENGTHS[2].ms }),
            };
          }}
        />
      )}
    </Signed>
  );
}
