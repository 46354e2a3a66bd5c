import { useStore } from '@nanostores/react';
import { LayoutGrid, Rows3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { MACHINE_FACETS, type MachinesQuery, type MachinesStore } from '../../lib/client/machines/machines.store.ts';
import { MACHINE_STATUSES } from '../../lib/contract/machines.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Facet } from './Facet.tsx';
import { countFacet } from './facets.ts';
import { isStatus, type MachinesView } from './query.ts';

const VIEWS = [
  { id: 'table', icon: Rows3 },
  { id: 'cards', icon: LayoutGrid },
] as const;

/** What narrows the list, and how it is shown. */
export function Filters({
  store,
  query,
  onChange,
  view,
  onView,
  children,
}: {
  store: MachinesStore;
  query: MachinesQuery;
  onChange: (change: Partial<MachinesQuery>) => void;
  view: MachinesView;
  onView: (view: MachinesView) => void;
  children: ReactNode;
}) {
  const t = useT();
  const locale = useLocale();
  const places = useStore(store.$places, { ssr: () => null });
  // Choices are counted for those who reach for them.
  const reach = () => {
    if (places === null) void store.loadPlaces();
  };
  const statuses = new Map(places && countFacet(places, query, 'status').map(({ word, count }) => [word, count]));
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nobody acts on the bar itself, reaching for it only asks for the counts
    <div className="filters" onPointerEnter={reach} onFocus={reach}>
      <SearchField label={t('machines:filter.q')} value={query.q} onChange={(q) => onChange({ q })} />
      {/* Where tools and choices don't fit into one line, each have their own. */}
      <div className="contents [@media(641px<=width<=1180px)]:order-1 [@media(641px<=width<=1180px)]:flex [@media(641px<=width<=1180px)]:basis-full [@media(641px<=width<=1180px)]:flex-wrap [@media(641px<=width<=1180px)]:gap-1.5">
        <Facet
          name={t('machines:field.status')}
          all={t('machines:filter.all.status')}
          value={query.status}
          options={MACHINE_STATUSES.map((id) => ({
            id,
            text: t(`machines:status.${id}`),
            count: places ? (statuses.get(id) ?? 0) : null,
          }))}
          onChange={(id) => onChange({ status: isStatus(id ?? undefined) ? (id as MachinesQuery['status']) : null })}
        />
        {MACHINE_FACETS.map((facet) => (
          <Facet
            key={facet}
            name={t(`machines:field.${facet}`)}
            all={t(`machines:filter.all.${facet}`)}
            value={query[facet]}
            options={countFacet(places ?? [], query, facet)
              .sort((a, b) => compare(a.word, b.word))
              .map(({ word, count }) => ({ id: word, text: word, count: places ? count : null }))}
            onChange={(word) => onChange({ [facet]: word })}
          />
        ))}
        <Facet
          name={t('machines:filter.archived')}
          all={t('machines:filter.without_archived')}
          value={query.archived ? 'archived' : null}
          options={[{ id: 'archived', text: t('machines:filter.with_archived'), count: null }]}
          onChange={(id) => onChange({ archived: id !== null })}
        />
      </div>
      <span className="spacer" />
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its frame and its legend */}
      <div className="seg slim:-order-1" role="group" aria-label={t('machines:view.label')}>
        {VIEWS.map(({ id, icon }) => (
          <button
            key={id}
            type="button"
            aria-pressed={view === id}
            aria-label={t(`machines:view.${id}`)}
            title={t(`machines:view.${id}`)}
            onClick={() => onView(id)}
          >
            <Icon of={icon} size={14} />
          </button>
        ))}
      </div>
    </div>
  );
}
