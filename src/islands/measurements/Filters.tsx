import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { MeasurementsQuery, MeasurementsStore } from '../../lib/client/measurements/measurements.store.ts';
import { MEASUREMENT_STATES } from '../../lib/contract/measurements.ts';
import { METHODS } from '../../lib/contract/screens.ts';
import { noonOf } from '../../lib/domain/time/wall-clock.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Chip } from '../ui/Chip.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { PERIODS, type Period, periodOf, spanOfPeriod } from './periods.ts';

const Days = part(() => import('./Days.tsx'));

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
  const format = useFormat();
  const zone = useTimeZone();
  const choices = useStore(store.$choices, { ssr: () => null });
  const [choosing, setChoosing] = useState(false);
  // Names are asked for by those who reach for them, or have chosen one of them already.
  const reach = () => {
    if (store.$choices.get() === null) void store.loadChoices();
  };
  const chosen = query.screen !== null || query.machine !== null;
  useEffect(() => {
    if (chosen && store.$choices.get() === null) void store.loadChoices();
  }, [chosen, store]);
  const named = (found: readonly { id: string; text: string }[] | undefined, chosen: string | null) => {
    const options = found ?? [];
    return chosen !== null && !options.some(({ id }) => id === chosen) ? [{ id: chosen, text: '…' }, ...options] : options;
  };
  const period = periodOf(query, Date.now(), zone);
  const day = (text: string | null) => (text === null ? '' : format.date(noonOf(text, zone)));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nobody acts on the bar itself, reaching for it only asks for the names
    <div className="filters" onPointerEnter={reach} onFocus={reach}>
      <SearchField label={t('measurements:filter.q')} value={query.q} onChange={(q) => onChange({ q })} />
      <Chip
        name={t('measurements:filter.state')}
        all={t('measurements:filter.all_states')}
        value={query.state}
        options={MEASUREMENT_STATES.map((id) => ({
          id,
          text: t(`measurements:state.${id}`),
          lamp: id === 'running' ? 'online' : 'info',
        }))}
        onChange={(state) => onChange({ state })}
      />
      <Chip
        name={t('measurements:filter.period')}
        all={t('measurements:filter.any_day')}
        value={period}
        options={[
          ...PERIODS.map((id) => ({ id, text: t(`measurements:period.${id}`) })),
          { id: 'own' as const, text: period === 'own' ? `${day(query.from)}–${day(query.to)}` : t('measurements:period.own') },
        ]}
        onChange={(next) => {
          if (next === 'own') setChoosing(true);
          else onChange(next === null ? { from: null, to: null } : spanOfPeriod(next as Period, Date.now(), zone));
        }}
      />
      <Chip
        name={t('measurements:filter.method')}
        all={t('measurements:filter.all_methods')}
        value={query.method}
        options={METHODS.map((id) => ({ id, text: t(`measurements:method.${id}`) }))}
        onChange={(method) => onChange({ method })}
      />
      <Chip
        name={t('measurements:filter.screen')}
        all={t('measurements:filter.all_screens')}
        value={query.screen}
        options={named(choices?.screens, query.screen)}
        onChange={(screen) => onChange({ screen })}
      />
      <Chip
        name={t('measurements:filter.machine')}
        all={t('measurements:filter.all_machines')}
        value={query.machine}
        options={named(choices?.machines, query.machine)}
        onChange={(machine) => onChange({ machine })}
      />
      <Chip
        name={t('measurements:filter.archived')}
        all={t('measurements:filter.without_archived')}
        value={query.archived ? 'archived' : null}
        options={[{ id: 'archived', text: t('measurements:filter.with_archived') }]}
        onChange={(id) => onChange({ archived: id !== null })}
      />
      <span className="spacer" />
      {children}
      {choosing ? (
        <Boundary instead={null} onFailure={() => setChoosing(false)}>
          <Days from={query.from} to={query.to} onChoose={onChange} onClose={() => setChoosing(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}
