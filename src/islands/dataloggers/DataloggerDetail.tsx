import { createSeries } from '../../lib/client/charts/series.store.ts';
import { createChannels } from '../../lib/client/dataloggers/channels.store.ts';
import { createDatalogger } from '../../lib/client/dataloggers/datalogger.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { SPANS } from '../chart/spans.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { DetailScreen, DetailWaiting } from './DetailScreen.tsx';
import './dataloggers.css';

await ready('common', 'ui', 'errors', 'channels', 'dataloggers');

/** A day, or less where the logger is younger than that. */
function firstSpan(row: Datalogger | null) {
  const age = row?.first_seen_at ? Date.now() - Date.parse(row.first_seen_at) : 0;
  return SPANS.slice(0, 2).find((span) => row !== null && span.ms >= age) ?? SPANS[2];
}

/** `/dlog/dataloggers/{id}`. */
export default function DataloggerDetail({ locale, profile, saved, initial, id = '', query = {} }: IslandProps<Datalogger>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<DetailWaiting />}>
      {(context) => (
        <DetailScreen
          key={`${context.organization} ${id}`}
          context={context}
          id={id}
          create={() => {
            const deps = browserDeps(context.organization);
            const span = SPANS.find((one) => one.id === query.range) ?? firstSpan(initial);
            return {
              deps,
              datalogger: createDatalogger(deps, id, initial),
              channels: createChannels(deps, id),
              series: createSeries(deps, id, { kind: 'now', span: span.ms }),
            };
          }}
        />
      )}
    </Signed>
  );
}
