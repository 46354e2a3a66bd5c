import { createCharted } from '../../lib/client/charts/charted.store.ts';
import { createMeasurementSeries } from '../../lib/client/charts/measurement-series.ts';
import { createEvaluation, createRecordingStore } from '../../lib/client/recordings/recording.store.ts';
import { createShares } from '../../lib/client/recordings/shares.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Recording } from '../../lib/contract/recordings.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { readChartAddress } from '../chart/address.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { DetailScreen, DetailWaiting } from './DetailScreen.tsx';

await ready('common', 'ui', 'errors', 'channels', 'dataloggers', 'range', 'recordings');

/** `/dlog/recordings2/{id}`. */
export default function RecordingDetail({ locale, profile, saved, initial, id = '', query = {} }: IslandProps<Recording>) {
  const address = readChartAddress(query);
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<DetailWaiting />}>
      {(context) => (
        <DetailScreen
          key={`${context.organization} ${id}`}
          context={context}
          address={address}
          create={() => {
            const deps = browserDeps(context.organization);
            const recording = createRecordingStore(deps, id, initial);
            return {
              deps,
              recording,
              evaluation: createEvaluation(deps, id, recording),
              shares: createShares(deps, id),
              charted: (channels) => createCharted(deps, { channels, dataloggers: [], machine: null }),
              series: (from, to) => createMeasurementSeries(deps, address.range ?? { kind: 'fixed', from, to }),
            };
          }}
        />
      )}
    </Signed>
  );
}
