import { createEditor } from '../../lib/client/logger-types/editor.store.ts';
import { createLoggerChoice, createLoggerTypeStore, createSensorChoice } from '../../lib/client/logger-types/logger-types.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { LoggerTypeDetail as Detail } from '../../lib/contract/logger-types.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { DetailScreen, DetailWaiting } from './DetailScreen.tsx';

await ready('common', 'ui', 'errors', 'logger-types', 'received-data', 'channels');

/** The stored message that a link to this page names. */
const messageAsked = (): string | null =>
  typeof location === 'undefined' ? null : (/[?&]message=([0-9a-f-]{36})(?:&|$)/.exec(location.search)?.[1] ?? null);

/** `/dlog/logger-types/{id}`. */
export default function LoggerTypeDetail({ locale, profile, saved, initial, id = '' }: IslandProps<Detail>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<DetailWaiting />}>
      {(context) => (
        <DetailScreen
          key={`${context.organization} ${id}`}
          context={context}
          create={() => {
            const deps = browserDeps(context.organization);
            const type = createLoggerTypeStore(deps, id, initial);
            return {
              deps,
              type,
              sensors: createSensorChoice(deps),
              loggers: createLoggerChoice(deps),
              editorOf: (row) => createEditor(deps, type, row, messageAsked()),
            };
          }}
        />
      )}
    </Signed>
  );
}
