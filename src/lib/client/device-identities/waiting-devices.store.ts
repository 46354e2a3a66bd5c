import { type DeviceIdentity, listDeviceIdentities, updateDeviceIdentity } from '../../contract/device-identities.ts';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { createSecondThoughts, type SecondThoughts, type StepHeard } from '../kernel/second-thoughts.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** Devices shown at once; when they are dealt with, the next ones come. */
export const DEVICES_SHOWN = 100;

export interface WaitingDevices {
  rows: readonly DeviceIdentity[];
  /** There are others that are not shown. */
  more: boolean;
}
export interface WaitingDevicesStore extends Pick<BlockStore<WaitingDevices>, '$state' | 'start' | 'load'> {
  /** Ids of devices that are about to be ignored. */
  $ignoring: SecondThoughts['$waiting'];
  /** Answers when what waited of the device has been processed. */
  assign(device: DeviceIdentity, dataloggerId: string): Promise<DeviceIdentity>;
  /** Ignores when the time for second thoughts is over: what waits is deleted then. */
  ignore(device: DeviceIdentity, heard: StepHeard): void;
  keep(id: string): void;
}

/** What the list is asked for. */
export const waitingRequest = (workspace: string | null) =>
  ({ state: 'waiting', limit: String(DEVICES_SHOWN), ...(workspace === null ? {} : { workspace_id: workspace }) }) as const;

/** Devices of gateways of which nobody has said yet which logger they are. */
export function createWaitingDevices(
  deps: StoreDeps,
  workspace: string | null,
  answer: ResponseOf<typeof listDeviceIdentities> | null,
): WaitingDevicesStore {
  const params = { organization_id: deps.organization };
  const shown = ({ items, next_cursor }: ResponseOf<typeof listDeviceIdentities>) => ({ rows: items, more: next_cursor !== null });
  const thoughts = createSecondThoughts(deps);
  const block = createBlock<WaitingDevices>(
    deps,
    answer && shown(answer),
    async (call) => shown(await call(listDeviceIdentities, { params, query: waitingRequest(workspace) })),
    {
      hear(event, _shown, { reload }) {
        if (event.name === 'changed' && event.data.entity === 'device-identities') reload();
      },
    },
  );
  const change = async (device: DeviceIdentity, to: { state: 'assigned' | 'ignored'; datalogger_id: string | null }) => {
    const { id, rev } = device;
    const row = await deps.call(updateDeviceIdentity, { params: { ...params, id }, body: { rev, ...to }, keepalive: true });
    const state = block.$state.get();
    if (state.status === 'ready') block.set({ ...state.data, rows: state.data.rows.filter((one) => one.id !== id) });
    return row;
  };
  return {
    $state: block.$state,
    start: block.start,
    load: block.load,
    $ignoring: thoughts.$waiting,
    assign: (device, datalogger_id) => change(device, { state: 'assigned', datalogger_id }),
    ignore: (device, { over, failed }) =>
      thoughts.put(device.id, () => void change(device, { state: 'ignored', datalogger_id: null }).catch(failed), over),
    keep: thoughts.keep,
  };
}
