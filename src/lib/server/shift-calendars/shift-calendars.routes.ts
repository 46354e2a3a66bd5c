import * as contract from '../../contract/shift-calendars.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { getShiftCalendar, setShiftCalendar } from './shift-calendars.service.ts';

export function registerShiftCalendars(app: App, deps: Deps): void {
  bind(app, deps, contract.getShiftCalendar, (ctx, { params }) => getShiftCalendar(ctx, params.id));
  bind(app, deps, contract.putShiftCalendar, (ctx, { params, body }) => setShiftCalendar(ctx, params.id, body));
}
