import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { MeasurementsQuery, MeasurementsStore } from '../../lib/client/measurements/measurements.store.ts';
import { MEASUREMENT_FILTERS } from '../../lib/contract/measurements.ts';
import { METHODS } from '../../lib/contract/screens.ts';
import { type Span, spanOfRange } from '../../lib/domain/time/range.ts';
import { daysOfSpan, nameSpan, spanOfDays } from '../../lib/domain/time/range-steps.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { RangeControl } from '../range/RangeControl.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { Chip } from '../ui/Chip.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { FILTER_LAMPS } from './MeasurementStatus.tsx';

/** The days of a query; an address may say only one end of them. */
const daysAsked = ({ from, to }: MeasurementsQuery, zone: string): Span | null =>
  from === null && to === null
    ? null
    : spanOfDays({ from: from ?? '1970-01-01', to: to ?? daysOfSpan({ from: Date.now(), to: Date.now() + 1 }, zone).to }, zone);

/** What narrows the list. */
export function Filters({
  store,
  query,
  onChange,
  children,
}: {
  store: MeasurementsStore;
  query: MeasurementsQuery;
  onChange: (change: Partial<MeasurementsQuery>) => void;
  children: ReactNode;
}) {
  const t = useT();
  const place = useTimePlace();
  const choices = useStore(store.$choices, { ssr: () => null });
  // Names are asked for by those who reach for them, or have chosen one of them already.
  const reach = () => {
    if (store.$choices.get() === null) void store.loadChoices();
  };
  const chosen = query.screen !== null || query.machine !== null || query.person !== null;
  useEffect(() => {
    if (chosen && store.$choices.get() === null) void store.loadChoices();
  }, [chosen, store]);
  const named = (found: readonly { id: string; text: string }[] | undefined, chosen: string | null) => {
    const options = found ?? [];
    return chosen !== null && !options.some(({ id }) => id === chosen) ? [{ id: chosen, text: '…' }, ...options] : options;
  };
  const span = daysAsked(query, place.zone);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nobody acts on the bar itself, reaching for it only asks for the names
    <div className="filters" onPointerEnter={reach} onFocus={reach}>
      <SearchField label={t('measurement-list:filter.q')} value={query.q} onChange={(q) => onChange({ q })} />
      <Chip
        name={t('measurement-list:filter.state')}
        all={t('measurement-list:filter.all_states')}
        value={query.state}
        options={MEASUREMENT_FILTERS.map((id) => ({ id, text: t(`measurements:state.${id}`), lamp: FILTER_LAMPS[id] }))}
        onChange={(state) => onChange({ state })}
      />
      <RangeControl
        days
        anyTime
        range={span && nameSpan(span, Date.now(), place)}
        span={span}
        onChange={(range) =>
          onChange(range === null ? { from: null, to: null } : daysOfSpan(spanOfRange(range, Date.now(), place), place.zone))
        }
      />
      <Chip
        name={t('measurement-list:filter.method')}
        all={t('measurement-list:filter.all_methods')}
        value={query.method}
        options={METHODS.map((id) => ({ id, text: t(`measurements:method.${id}`) }))}
        onChange={(method) => onChange({ method })}
      />
      <Chip
        name={t('measurement-list:filter.screen')}
        all={t('measurement-list:filter.all_screens')}
        value={query.screen}
        options={named(choices?.screens, query.screen)}
        onChange={(screen) => onChange({ screen })}
      />
      <Chip
        name={t('measurement-list:filter.machine')}
        all={t('measurement-list:filter.all_machines')}
        value={query.machine}
        options={named(choices?.machines, query.machine)}
        onChange={(machine) => onChange({ machine })}
      />
      {query.person === null ? null : (
        <Chip
          name={t('measurement-list:filter.person')}
          all={t('measurement-list:filter.all_people')}
          value={query.person}
          options={named(choices?.people, query.person)}
          onChange={(person) => onChange({ person })}
        />
      )}
      <Chip
        name={t('measurement-list:filter.archived')}
        all={t('measurement-list:filter.without_archived')}
        value={query.archived ? 'archived' : null}
        options={[{ id: 'archived', text: t('measurement-list:filter.with_archived') }]}
        onChange={(id) => onChange({ archived: id !== null })}
      />
      {/* Where they don't fit beside the choices they have their own line together. */}
      <span className="ml-auto flex flex-none items-center gap-1.5">{children}</span>
    </div>
  );
}
