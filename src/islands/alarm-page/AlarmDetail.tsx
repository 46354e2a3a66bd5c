import { createAlarm, createAlarmNotices } from '../../lib/client/alarms/alarm.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { readChartAddress } from '../chart/address.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { DetailScreen, DetailWaiting } from './DetailScreen.tsx';

await ready('common', 'ui', 'errors', 'alarms', 'alarm-page', 'channels');

/** `/dlog/alarms/{id}`. */
export default function AlarmDetail({ locale, profile, saved, initial, id = '', query = {} }: IslandProps<Alarm>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<DetailWaiting />}>
      {(context) => (
        <DetailScreen
          key={`${context.organization} ${id}`}
          context={context}
          address={readChartAddress(query)}
          create={() => {
            const deps = browserDeps(context.organization);
            return { deps, alarm: createAlarm(deps, id, initial), notices: createAlarmNotices(deps, id) };
          }}
        />
      )}
    </Signed>
  );
}
