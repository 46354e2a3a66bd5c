import { getShiftCalendar, type ShiftCalendar } from '../../contract/shift-calendars.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** The shifts of a workspace, once. @throws what the API throws */
export const readShifts = (deps: Pick<StoreDeps, 'call' | 'organization'>, workspace: string): Promise<ShiftCalendar> =>
  deps.call(getShiftCalendar, { params: { organization_id: deps.organization, id: workspace } });
