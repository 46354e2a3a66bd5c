import { createMarkBands } from '../../lib/client/charts/beside-charts.ts';
import { createSeries } from '../../lib/client/charts/series.store.ts';
import { createChannels } from '../../lib/client/dataloggers/channels.store.ts';
import { createDatalogger } from '../../lib/client/dataloggers/datalogger.store.ts';
import { createLinks } from '../../lib/client/links/links.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import type { Links } from '../../lib/contract/links.ts';
import { LENGTHS } from '../../lib/domain/time/range.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { readChartAddress } from '../chart/address.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { DetailScreen, DetailWaiting } from './DetailScreen.tsx';
import './dataloggers.css';

await ready('common', 'ui', 'errors', 'channels', 'dataloggers', 'range');

/** A day, or less where the logger is younger than that. */
function firstSpan(row: Datalogger | null) {
  const age = row?.first_seen_at ? Date.now() - Date.parse(row.first_seen_at) : 0;
  return (LENGTHS.slice(0, 2).find(({ ms }) => row !== null && ms >= age) ?? LENGTHS[2]).ms;
}

/** `/dlog/dataloggers/{id}`. */
export default function DataloggerDetail({
  locale,
  profile,
  saved,
  initial,
  links,
  id = '',
  query = {},
}: IslandProps<Datalogger> & { links: Links | null }) {
  const address = readChartAddress(query);
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<DetailWaiting />}>
      {(context) => (
        <DetailScreen
          key={`${context.organization} ${id}`}
          context={context}
          id={id}
          address={address}
          create={(place) => {
            const deps = browserDeps(context.organization);
            return {
              deps,
              datalogger: createDatalogger(deps, id, initial),
              channels: createChannels(deps, id),
              links: createLinks(deps, { entity: 'dataloggers', id }, links),
              noted: createMarkBands(deps),
              series: createSeries(deps, id, address.range ?? { kind: 'now', span: firstSpan(initial) }, place),
            };
          }}
        />
      )}
    </Signed>
  );
}
