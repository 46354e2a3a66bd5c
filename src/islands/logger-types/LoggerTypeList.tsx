import { createLoggerTypes } from '../../lib/client/logger-types/logger-types.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { LoggerType } from '../../lib/contract/logger-types.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { ListScreen, ListWaiting } from './ListScreen.tsx';
import { readQuery } from './query.ts';

await ready('common', 'ui', 'errors', 'logger-types');

/** `/dlog/logger-types`. */
export default function LoggerTypeList({ locale, profile, saved, initial, query = {} }: IslandProps<{ items: LoggerType[] }>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<ListWaiting />}>
      {(context) => (
        <ListScreen
          key={context.organization}
          context={context}
          query={readQuery(query)}
          create={() => createLoggerTypes(browserDeps(context.organization), initial?.items ?? null)}
        />
      )}
    </Signed>
  );
}
