import * as contract from '../../contract/people.ts';
import type { Deps } from '../kernel/context.ts';
import { type App, bind } from '../kernel/http.ts';
import { getPerson, listPeople } from './people.service.ts';
import { updatePerson } from './update-person.ts';

export function registerPeople(app: App, deps: Deps): void {
  bind(app, deps, contract.listPeople, (ctx, { query }) => listPeople(ctx, query));
  bind(app, deps, contract.getPerson, (ctx, { params }) => getPerson(ctx, params.id));
  bind(app, deps, contract.updatePerson, (ctx, { params, body }) => updatePerson(ctx, params.id, body));
}
