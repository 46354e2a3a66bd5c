import { type Datalogger, getDatalogger, updateDatalogger } from '../../contract/dataloggers.ts';
import type { BodyInput } from '../../contract/endpoint.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';
import { freshest, mergeReceived, mergeValues } from './datalogger-row.ts';

export type DataloggerPatch = Omit<BodyInput<typeof updateDatalogger>, 'rev'>;
export type DataloggerStore = RowStore<Datalogger, DataloggerPatch>;

/** What a change that was asked for at `now` makes of the row. */
function patched({ paused, archived, ...fields }: DataloggerPatch, now: number): (row: Datalogger) => Datalogger {
  const at = new Date(now).toISOString();
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Datalogger>;
  return (row) => ({
    ...row,
    ...given,
    ...(paused === undefined ? {} : { paused_at: paused ? at : null }),
    ...(archived === undefined ? {} : { archived_at: archived ? at : null }),
  });
}

/** One logger: kept fresh by the live stream, changed optimistically. */
export function createDatalogger(deps: StoreDeps, id: string, initial: Datalogger | null): DataloggerStore {
  const params = { organization_id: deps.organization, id };
  return createRowStore<Datalogger, DataloggerPatch>(deps, {
    initial,
    read: (call) => call(getDatalogger, { params }),
    write: (call, rev, patch) => call(updateDatalogger, { params, body: { ...patch, rev } }),
    // What its type says of its intervals is in the row.
    concerns: (data) => data.id === id || data.entity === 'logger-types' || (data.entity === 'channels' && data.datalogger_id === id),
    preview: (patch) => patched(patch, deps.now()),
    live: (row, values) => (values.datalogger_id === id ? mergeValues(row, values) : row),
    received: (row, message) => (message.datalogger_id === id ? mergeReceived(row, message) : row),
    fresh: freshest,
  });
}
