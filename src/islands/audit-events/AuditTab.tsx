import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { type AuditFilter, createAuditEvents } from '../../lib/client/audit-events/audit-events.store.ts';
import { createPeople } from '../../lib/client/people/people.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { createWorkspaceNames } from '../../lib/client/workspaces/workspace-names.store.ts';
import type { Entity } from '../../lib/contract/entities.ts';
import type { TimePlace, TimeRange } from '../../lib/domain/time/range.ts';
import { readRange, writeRange } from '../../lib/domain/time/range-address.ts';
import { endsOf } from '../../lib/domain/time/range-steps.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { useFilter } from '../shell/useListScreen.ts';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { EventList, EventsWaiting } from './EventList.tsx';
import { Filters } from './Filters.tsx';
import { isEntity } from './words.ts';

await ready('common', 'ui', 'errors', 'forms', 'people', 'api-keys', 'machines', 'audit-events', 'routes', 'range');

/** What the reader chose. */
export interface Chosen {
  /** Null = any time. */
  range: TimeRange | null;
  entity: Entity | null;
  actor: string | null;
  allOrgs: boolean;
}
export const NOTHING: Chosen = { entity: null, actor: null, range: null, allOrgs: false };

const UUID = /^[0-9a-f-]{36}$/;
const matching = (text: string | null, form: RegExp) => (text !== null && form.test(text) ? text : null);

function readChosen(): Chosen {
  const query = new URLSearchParams(location.search);
  const entity = query.get('entity');
  return {
    entity: isEntity(entity) ? entity : null,
    actor: matching(query.get('by'), UUID),
    range: readRange({ range: query.get('range'), from: query.get('from'), to: query.get('to') }),
    allOrgs: query.get('all_orgs') === '1',
  };
}
const writeChosen = ({ entity, actor, range, allOrgs }: Chosen) => ({
  ...writeRange(range),
  entity,
  by: actor,
  all_orgs: allOrgs ? '1' : null,
});
function filterOf({ range, ...chosen }: Chosen, place: TimePlace): AuditFilter {
  const { from, to } = endsOf(range, Date.now(), place);
  const text = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return { ...chosen, from: text(from), to: text(to) };
}

/** Tab of `/org`: who changed what, and when. */
export default function AuditTab({ context }: { context: PageContext }) {
  return <Trail key={context.organization} context={context} />;
}

function Trail({ context }: { context: PageContext }) {
  const t = useT();
  const place = useTimePlace();
  const { filter: chosen, change } = useFilter(readChosen, writeChosen);
  const [{ store, people, rooms }] = useState(() => {
    const deps = browserDeps(context.organization);
    return {
      store: createAuditEvents(deps, filterOf(chosen, place)),
      people: createPeople(deps, 'all'),
      rooms: createWorkspaceNames(deps, []),
    };
  });
  useStarted(store);
  useStarted(people);
  useStarted(rooms);
  const filter = useMemo(() => filterOf(chosen, place), [chosen, place]);
  useEffect(() => store.follow(filter), [store, filter]);
  const state = useStore(store.$state);
  const everybody = useStore(people.$state);
  const workspaces = useStore(rooms.$value);
  const names = useMemo(() => {
    const places = new Map(workspaces.map(({ id, name }) => [id, name]));
    const persons = new Map(everybody.status === 'ready' ? everybody.rows.map(({ id, name }) => [id, name]) : []);
    return { workspace: (id: string) => places.get(id) ?? null, person: (id: string) => persons.get(id) ?? null };
  }, [workspaces, everybody]);

  const isPlain = JSON.stringify(chosen) === JSON.stringify(NOTHING);

  return (
    <div className="tab-body trail">
      <Filters
        organization={context.organization}
        chosen={chosen}
        filter={filter}
        people={everybody.status === 'ready' ? everybody.rows : []}
        onChange={change}
      />
      {state.status === 'loading' ? <EventsWaiting /> : null}
      {state.status === 'error' ? <ErrorState error={state.code} onRetry={() => void store.load()} /> : null}
      {state.status === 'ready' && state.rows.length === 0 ? (
        isPlain ? (
          <EmptyState scene="nothing-found" title={t('audit-events:nothing.yet')}>
            {t('audit-events:nothing.yet_text')}
          </EmptyState>
        ) : (
          <NothingFound title={t('audit-events:nothing.found')} clear={t('audit-events:nothing.clear')} onClear={() => change(NOTHING)}>
            {t('audit-events:nothing.found_text')}
          </NothingFound>
        )
      ) : null}
      {state.status === 'ready' && state.rows.length > 0 ? (
        <EventList state={state} names={names} onMore={() => void store.more()} />
      ) : null}
    </div>
  );
}
