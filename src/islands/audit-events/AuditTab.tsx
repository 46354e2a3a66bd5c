import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { type AuditFilter, createAuditEvents } from '../../lib/client/audit-events/audit-events.store.ts';
import { createPeople } from '../../lib/client/people/people.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { createWorkspaceNames } from '../../lib/client/workspaces/workspace-names.store.ts';
import type { Entity } from '../../lib/contract/entities.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { useFilter } from '../shell/useListScreen.ts';
import { useTimeZone } from '../shell/zone.ts';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { EventList, EventsWaiting } from './EventList.tsx';
import { Filters } from './Filters.tsx';
import { endOfSpan, type Span } from './span.ts';
import { isEntity } from './words.ts';

await ready('common', 'ui', 'errors', 'forms', 'people', 'api-keys', 'machines', 'audit-events');

/** What the reader chose; `to` is a day that belongs to the span. */
export interface Chosen extends Span {
  entity: Entity | null;
  actor: string | null;
  allOrgs: boolean;
}
export const NOTHING: Chosen = { entity: null, actor: null, from: null, to: null, allOrgs: false };

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/;
const UUID = /^[0-9a-f-]{36}$/;
const matching = (text: string | null, form: RegExp) => (text !== null && form.test(text) ? text : null);

function readChosen(): Chosen {
  const query = new URLSearchParams(location.search);
  const entity = query.get('entity');
  return {
    entity: isEntity(entity) ? entity : null,
    actor: matching(query.get('by'), UUID),
    from: matching(query.get('from'), INSTANT),
    to: matching(query.get('to'), INSTANT),
    allOrgs: query.get('all_orgs') === '1',
  };
}
const writeChosen = ({ entity, actor, from, to, allOrgs }: Chosen) => ({ entity, by: actor, from, to, all_orgs: allOrgs ? '1' : null });
const filterOf = (chosen: Chosen, zone: string): AuditFilter => ({ ...chosen, to: endOfSpan(chosen, zone) });

/** Tab of `/org`: who changed what, and when. */
export default function AuditTab({ context }: { context: PageContext }) {
  return <Trail key={context.organization} context={context} />;
}

function Trail({ context }: { context: PageContext }) {
  const t = useT();
  const zone = useTimeZone();
  const { filter: chosen, change } = useFilter(readChosen, writeChosen);
  const [{ store, people, rooms }] = useState(() => {
    const deps = browserDeps(context.organization);
    return {
      store: createAuditEvents(deps, filterOf(chosen, zone)),
      people: createPeople(deps, 'all'),
      rooms: createWorkspaceNames(deps, []),
    };
  });
  useStarted(store);
  useStarted(people);
  useStarted(rooms);
  const filter = useMemo(() => filterOf(chosen, zone), [chosen, zone]);
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
        zone={zone}
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
