import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createReceivedData } from '../../lib/client/received-data/received-data.store.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { Tail, TailSwitch } from './Tail.tsx';

await ready('received-data');

/** Messages of one logger, as a part of its detail. */
export default function LoggerTail({ deps, datalogger }: { deps: StoreDeps; datalogger: string }) {
  const t = useT();
  const [store] = useState(() =>
    createReceivedData(deps, {
      filter: { workspace: null, datalogger, state: null, door: null, topic: null, warned: false, from: null, to: null },
      answer: null,
    }),
  );
  useStarted(store);
  return (
    <>
      <div className="flex gap-1.5 px-5 py-2.5 slim:px-4">
        <span className="spacer" />
        <TailSwitch store={store} />
      </div>
      <Tail
        store={store}
        logger={false}
        empty={<EmptyState title={t('received-data:empty.title')}>{t('received-data:empty.logger_text')}</EmptyState>}
      />
    </>
  );
}
