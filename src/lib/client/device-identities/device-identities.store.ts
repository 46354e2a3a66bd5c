import { type DeviceIdentity, listDeviceIdentities, removeDeviceIdentity, updateDeviceIdentity } from '../../contract/device-identities.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { createSecondThoughts, type SecondThoughts, type StepHeard } from '../kernel/second-thoughts.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

/** Devices shown at once; the others are found by their names. */
const DEVICES_LISTED = 100;
const TYPED_MS = 250;

/** What a device is: waiting, ignored, or a logger. */
export type Standing = Pick<DeviceIdentity, 'state' | 'datalogger_id'>;

export interface KnownDevices {
  rows: readonly DeviceIdentity[];
  /** There are others that are not shown. */
  more: boolean;
  /** What was looked for. */
  asked: string;
}
export interface DeviceIdentitiesStore extends Pick<BlockStore<KnownDevices>, '$state' | 'start' | 'load'> {
  /** Ids of devices that are about to be forgotten. */
  $removing: SecondThoughts['$waiting'];
  find(q: string): void;
  change(device: DeviceIdentity, to: Standing): Promise<DeviceIdentity>;
  assign(device: DeviceIdentity, dataloggerId: string): Promise<DeviceIdentity>;
  /** Forgets it when the time for second thoughts is over. */
  remove(device: DeviceIdentity, heard: StepHeard): void;
  keep(id: string): void;
}

/** All devices of the gateways of a workspace, whatever was decided of them. */
export function createDeviceIdentities(deps: StoreDeps, workspace_id: string): DeviceIdentitiesStore {
  const params = { organization_id: deps.organization };
  const thoughts = createSecondThoughts(deps);
  let wanted = '';
  const block = createBlock<KnownDevices>(
    deps,
    null,
    async (call) => {
      const asked = wanted;
      const query = { workspace_id, limit: String(DEVICES_LISTED), ...(asked === '' ? {} : { q: asked }) };
      const { items, next_cursor } = await call(listDeviceIdentities, { params, query });
      return { rows: items, more: next_cursor !== null, asked };
    },
    {
      hear(event, _shown, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'device-identities') reload();
      },
    },
  );
  const typed = debounce(deps.timers, deps.now, TYPED_MS, () => void block.load());
  const put = (id: string, row: DeviceIdentity | null) => {
    const state = block.$state.get();
    if (state.status !== 'ready') return;
    block.set({ ...state.data, rows: state.data.rows.flatMap((one) => (one.id !== id ? one : (row ?? []))) });
  };
  const change = async ({ id, rev }: DeviceIdentity, { state, datalogger_id }: Standing) => {
    const row = await deps.call(updateDeviceIdentity, { params: { ...params, id }, body: { rev, state, datalogger_id } });
    put(id, row);
    return row;
  };
  return {
    $state: block.$state,
    start() {
      const end = block.start();
      return () => {
        typed.cancel();
        end();
      };
    },
    load: block.load,
    $removing: thoughts.$waiting,
    find(q) {
      wanted = q.trim();
      typed.call();
    },
    change,
    assign: (device, datalogger_id) => change(device, { state: 'assigned', datalogger_id }),
    remove: ({ id }, { over, failed }) =>
      thoughts.put(
        id,
        () => void deps.call(removeDeviceIdentity, { params: { ...params, id }, keepalive: true }).then(() => put(id, null), failed),
        over,
      ),
    keep: thoughts.keep,
  };
}
