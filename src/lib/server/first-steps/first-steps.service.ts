import { listDataloggers } from '../../contract/dataloggers.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { FirstSteps } from '../../contract/first-steps.ts';
import { listInvitations } from '../../contract/invitations.ts';
import { listMachines } from '../../contract/machines.ts';
import { listMeasurements } from '../../contract/measurements.ts';
import { listPeople } from '../../contract/people.ts';
import { listPanels, listScreens } from '../../contract/screens.ts';
import { listWorkspaces } from '../../contract/workspaces.ts';
import * as invitations from '../invitations/invitations.service.ts';
import { type Ctx, can } from '../kernel/context.ts';
import { readableWorkspaces } from '../kernel/list.ts';
import * as people from '../people/people.service.ts';
import { firstStepsRepo } from './first-steps.repo.ts';

/** May somebody ask for that list? */
const mayAsk = (ctx: Ctx, { scope, whole }: Endpoint): boolean => scope === undefined || can(ctx, scope, whole && '');

/** Are there others, or have they been invited? Null where the person can't know. */
async function hasColleagues(ctx: Ctx): Promise<boolean | null> {
  if (!mayAsk(ctx, listPeople) || !mayAsk(ctx, listInvitations)) return null;
  const { items } = await people.listPeople(ctx, { limit: 2 });
  return items.length > 1 || (await invitations.listInvitations(ctx, { limit: 1 })).items.length > 0;
}

/** Whether each list of the organisation has a row, with the rights of those lists. */
export async function getFirstSteps(ctx: Ctx): Promise<FirstSteps> {
  const taken = await ctx.db.read(ctx.organization.id, (db) =>
    firstStepsRepo({ db, organization_id: ctx.organization.id }).read({
      workspaces: readableWorkspaces(ctx, undefined, listWorkspaces.scope),
      machines: readableWorkspaces(ctx, undefined, listMachines.scope),
      dataloggers: readableWorkspaces(ctx, undefined, listDataloggers.scope),
      screens: readableWorkspaces(ctx, undefined, listScreens.scope),
      panels: readableWorkspaces(ctx, undefined, listPanels.scope),
      measurements: readableWorkspaces(ctx, undefined, listMeasurements.scope),
    }),
  );
  const known = (list: Endpoint, found: unknown) => (mayAsk(ctx, list) ? found !== null : null);
  return {
    done: {
      workspace: known(listWorkspaces, taken.workspace),
      machine: known(listMachines, taken.machine),
      logger: known(listDataloggers, taken.datalogger),
      reading: known(listDataloggers, taken.reading),
      screen: known(listScreens, taken.screen),
      publish: known(listPanels, taken.panel),
      // Only those that somebody tapped in: a panel that was opened has measured nothing.
      measure: known(listMeasurements, taken.measure),
      people: await hasColleagues(ctx),
    },
    datalogger: taken.datalogger,
    screen: taken.screen,
    panel: taken.panel,
  };
}
