import { createReceivedMessage } from '../../lib/client/received-data/received-data.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { ReceivedDataDetail as Message } from '../../lib/contract/received-data.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, Signed } from '../shell/Signed.tsx';
import { FROM_LIST, readFilter } from './list-filter.ts';
import { MessageScreen, MessageWaiting } from './MessageScreen.tsx';
import '../dataloggers/dataloggers.css';
import './message.css';

await ready('common', 'ui', 'errors', 'channels', 'received-data');

/** `/dlog/received-data/{id}`. */
export default function ReceivedDataDetail({ locale, profile, saved, initial, id = '', query = {} }: IslandProps<Message>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<MessageWaiting />}>
      {(context) => (
        <MessageScreen
          key={`${context.organization} ${id}`}
          context={context}
          list={query.in === FROM_LIST.in ? readFilter(query) : null}
          create={() => createReceivedMessage(browserDeps(context.organization), id, initial)}
        />
      )}
    </Signed>
  );
}
