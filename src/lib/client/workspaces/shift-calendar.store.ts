import { getShiftCalendar, putShiftCalendar, type ShiftCalendar } from '../../contract/shift-calendars.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type ShiftCalendarPatch = Partial<Pick<ShiftCalendar, 'shifts' | 'exceptions'>>;
export type ShiftCalendarStore = RowStore<ShiftCalendar, ShiftCalendarPatch>;

/** The shifts of one workspace. */
export function createShiftCalendar(deps: StoreDeps, workspace: string): ShiftCalendarStore {
  const params = { organization_id: deps.organization, id: workspace };
  return createRowStore<ShiftCalendar, ShiftCalendarPatch>(deps, {
    initial: null,
    read: (call) => call(getShiftCalendar, { params }),
    // The server takes the calendar as a whole: what the person left as it was goes along as it was.
    write: (call, rev, patch, seen) =>
      call(putShiftCalendar, { params, body: { shifts: seen?.shifts ?? [], exceptions: seen?.exceptions ?? [], ...patch, rev } }),
    concerns: ({ entity, workspace_id }) => entity === 'shift-calendars' && workspace_id === workspace,
  });
}
