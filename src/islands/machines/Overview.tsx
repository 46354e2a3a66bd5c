import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createMachineWork } from '../../lib/client/measurements/machine-work.store.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { About } from './About.tsx';
import { Attention } from './Attention.tsx';
import type { DetailStores } from './DetailScreen.tsx';
import { Live } from './Live.tsx';
import { NewestFiles } from './NewestFiles.tsx';
import { WorkWaiting } from './WorkWaiting.tsx';

await ready('channels', 'dataloggers');

const AlarmsOf = part(() => import('../alarms/AlarmsOf.tsx'));
const Work = part(() => import('./Work.tsx'));

const COLUMN = 'grid min-w-0 content-start gap-5 max-[961px]:contents';

/** How the machine is and what happens on it now: what it says, what people do on it, what somebody should look at. */
export default function Overview({
  context,
  stores,
  row,
  seesLoggers,
}: {
  context: PageContext;
  stores: DetailStores;
  row: Machine;
  seesLoggers: boolean;
}) {
  const seesWork = context.can('tm:read', row.workspace_id);
  const loggers = useStore(stores.loggers.$state);
  return (
    <div className="grid max-w-340 grid-cols-[minmax(0,1fr)_minmax(280px,380px)] items-start gap-5 p-5 max-[961px]:grid-cols-1 slim:gap-4 slim:p-4">
      <div className={COLUMN}>
        {seesLoggers && loggers.status === 'ready' ? (
          <div className="max-[961px]:-order-2 empty:hidden">
            <Attention loggers={loggers.loggers} channels={loggers.channels} />
          </div>
        ) : null}
        {seesLoggers ? (
          <div className="max-[961px]:-order-2 empty:hidden">
            <Boundary instead={null}>
              <AlarmsOf deps={stores.deps} of={{ machine: row.id }} />
            </Boundary>
          </div>
        ) : null}
        {seesWork ? <WorkOf deps={stores.deps} row={row} /> : null}
      </div>
      <div className={COLUMN}>
        <div className="min-w-0 max-[961px]:-order-1">
          <Live store={stores.loggers} row={row} seesLoggers={seesLoggers} canAttach={context.can('dlog:write', row.workspace_id)} />
        </div>
        <NewestFiles deps={stores.deps} row={row} />
        <About context={context} store={stores.machine} row={row} />
      </div>
    </div>
  );
}

/** Asked for at once, also while what draws it is on its way. */
function WorkOf({ deps, row }: { deps: StoreDeps; row: Machine }) {
  const [store] = useState(() => createMachineWork(deps, row.id));
  useStarted(store);
  return (
    <Boundary waiting={<WorkWaiting />}>
      <Work store={store} row={row} />
    </Boundary>
  );
}
