import type { QueryOf } from '../../contract/endpoint.ts';
import type { SearchHit, search as searchEndpoint } from '../../contract/search.ts';
import { searchWords } from '../../domain/text/folded.ts';
import { type Ctx, workspacesWith } from '../kernel/context.ts';
import { findPeople } from '../people/people.service.ts';
import { type HitRow, searchRepo } from './search.repo.ts';

/** Hits of each entity where the query doesn't say how many. */
const USUAL = 5;

const namesOf = (text: string | null): SearchHit['names'] => (text === null ? null : (JSON.parse(text) as SearchHit['names']));

const hit = ({ entity, id, workspace_id, name, names, detail, more, day }: HitRow): SearchHit => ({
  entity,
  id,
  workspace_id,
  name: namesOf(names)?.en ?? name,
  names: namesOf(names),
  details: [detail, more].filter((text) => text !== null),
  day,
});

/** What the person may read by any part of its texts, as each of the lists would find it; a text without a word finds nothing. */
export async function search(ctx: Ctx, { q, limit = USUAL }: QueryOf<typeof searchEndpoint>): Promise<{ items: SearchHit[] }> {
  if (searchWords(q).length === 0) return { items: [] };
  const measured = workspacesWith(ctx, 'tm:read');
  const logged = workspacesWith(ctx, 'dlog:read');
  const readable = {
    dataloggers: logged,
    recordings: logged,
    types: logged.length > 0,
    machines: workspacesWith(ctx, 'machines:read'),
    screens: measured,
    panels: workspacesWith(ctx, 'tm:capture'),
    measurements: measured,
    operations: measured,
  };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const rows = await searchRepo({ db, organization_id: ctx.organization.id }).find(q, readable, limit);
    const people = await findPeople(ctx, db, q, limit);
    return {
      items: [
        ...rows.map(hit),
        ...people.map(({ id, name, email }) => ({
          entity: 'people' as const,
          id,
          workspace_id: null,
          name,
          names: null,
          details: email === null ? [] : [email],
          day: null,
        })),
      ],
    };
  });
}
