import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createCompare, DRAFT, namesOf } from '../../lib/client/logger-types/compare.store.ts';
import type { LoggerTypeDetail } from '../../lib/contract/logger-types.ts';
import { diffSpecs } from '../../lib/domain/logger-types/diff.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Select } from '../ui/form/Select.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { Stores } from './DetailScreen.tsx';
import { SpecChanges } from './SpecChanges.tsx';

/** Published versions, and what differs between two of them. */
export default function VersionsTab({ stores, row }: { stores: Stores; row: LoggerTypeDetail }) {
  const t = useT();
  const format = useFormat();
  const [compare] = useState(() => createCompare(stores.type, row));
  useStarted(stores.sensors);
  useStarted(compare);
  useEffect(() => compare.follow(row), [compare, row]);
  const { from, to, specs } = useStore(compare.$state);
  const sensors = useStore(stores.sensors.$state);
  const names = namesOf(row);
  const nameOf = (name: string) => (name === DRAFT ? t('logger-types:draft') : t('logger-types:version', { version: name }));
  if (names.length === 0) return <p className="soft p-5 slim:p-4">{t('logger-types:versions.none')}</p>;
  const options = names.map((id) => ({ id, text: nameOf(id) }));
  return (
    <div className="grid max-w-180 gap-5 p-5 slim:p-4">
      <ul className="border-t border-line-2">
        {row.versions.map(({ version, published_at, logger_count }) => (
          <li key={version} className="flex min-h-9 items-center gap-3 border-b border-line">
            <span className="med tnum min-w-6">{nameOf(String(version))}</span>
            <span className="soft">{format.dateTime(published_at)}</span>
            <span className="spacer" />
            <span className="soft">{t('logger-types:versions.loggers', { count: logger_count })}</span>
          </li>
        ))}
      </ul>
      {names.length > 1 ? (
        <section className="grid gap-3" aria-label={t('logger-types:versions.compare')}>
          <h2 className="h2">{t('logger-types:versions.compare')}</h2>
          <div className="grid grid-cols-2 gap-3">
            <Select
              label={t('logger-types:versions.from')}
              value={from}
              options={options}
              onChange={(next) => compare.choose({ from: next })}
            />
            <Select label={t('logger-types:versions.to')} value={to} options={options} onChange={(next) => compare.choose({ to: next })} />
          </div>
          {specs.status === 'error' ? (
            <p className="text-alarm-text" role="alert">
              {t(`errors:${specs.code}`)}
            </p>
          ) : null}
          {specs.status === 'ready' && sensors.status === 'ready' ? (
            <SpecChanges changes={diffSpecs(specs.from, specs.to)} sensors={sensors.data} />
          ) : null}
        </section>
      ) : null}
    </div>
  );
}
