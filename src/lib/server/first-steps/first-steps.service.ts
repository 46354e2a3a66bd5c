import { listDataloggers } from '../../contract/dataloggers.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { FirstSteps } from '../../contract/first-steps.ts';
import { listInvitations } from '../../contract/invitations.ts';
import { listMachines } from '../../contract/machines.ts';
import { listMeasurements } from '../../contract/measurements.ts';
import { listPeople } from '../../contract/people.ts';
import { listPanels, listScreens } from '../../contract/screens.ts';
import { listWorkspaces } from '../../contract/workspaces.ts';
import * as dataloggers from '../dataloggers/dataloggers.service.ts';
import * as invitations from '../invitations/invitations.service.ts';
import { type Ctx, can } from '../kernel/context.ts';
import * as machines from '../machines/machines.service.ts';
import * as measurements from '../measurements/measurements.service.ts';
import * as people from '../people/people.service.ts';
import * as panels from '../screens/panels.service.ts';
import * as screens from '../screens/screens.service.ts';
import * as workspaces from '../workspaces/workspaces.service.ts';

/** What a list says to somebody who may ask for it; null to anybody else. */
const asked = async <T>(ctx: Ctx, { scope, whole }: Endpoint, ask: () => Promise<T>): Promise<T | null> =>
  scope === undefined || can(ctx, scope, whole && '') ? ask() : null;

/** A row or two of each list of the organisation, with the rights of those lists. */
export async function getFirstSteps(ctx: Ctx): Promise<FirstSteps> {
  const one = { limit: 1 };
  const loggers = await asked(ctx, listDataloggers, () => dataloggers.listDataloggers(ctx, { ...one, sort: '-last_seen_at' }));
  const drawn = await asked(ctx, listScreens, () => screens.listScreens(ctx, { ...one, sort: '-created_at' }));
  const published = await asked(ctx, listPanels, () => panels.listPanels(ctx, {}));
  // Only those that somebody tapped in: a panel that was opened has measured nothing.
  const measured = await asked(ctx, listMeasurements, () => measurements.listMeasurements(ctx, one));
  const places = await asked(ctx, listWorkspaces, () => workspaces.listWorkspaces(ctx, one));
  const plant = await asked(ctx, listMachines, () => machines.listMachines(ctx, one));
  const members = await asked(ctx, listPeople, () => people.listPeople(ctx, { limit: 2 }));
  const invited = await asked(ctx, listInvitations, () => invitations.listInvitations(ctx, one));
  const logger = loggers?.items[0];
  const some = (list: { items: readonly unknown[] } | null) => list && list.items.length > 0;
  return {
    done: {
      workspace: some(places),
      machine: some(plant),
      logger: some(loggers),
      reading: loggers && (logger?.last_seen_at != null || logger?.filed_at != null),
      screen: some(drawn),
      publish: some(published),
      measure: some(measured),
      people: members && invited && (members.items.length > 1 || invited.items.length > 0),
    },
    datalogger: logger?.id ?? null,
    screen: drawn?.items[0]?.id ?? null,
    panel: published?.items[0]?.id ?? null,
  };
}
