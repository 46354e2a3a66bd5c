import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createTypeChoice } from '../../lib/client/logger-types/logger-types.store.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { useStarted } from '../ui/useStarted.ts';

/** By which type the logger's messages are read; it is moved from the type's own page, which shows beforehand what changes. */
export function TypeOfLogger({ deps, row, canWrite }: { deps: StoreDeps; row: Datalogger; canWrite: boolean }) {
  const t = useT();
  const locale = useLocale();
  const [types] = useState(() => createTypeChoice(deps));
  useStarted(types);
  const state = useStore(types.$state);
  const { logger_type_id: id, logger_type_version: version } = row;
  const name = id === null || state.status !== 'ready' ? null : (state.data.find((one) => one.id === id)?.name ?? null);
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="soft">{t('dataloggers:new.type')}</span>
      {id === null ? (
        <span>{t('dataloggers:new.no_type')}</span>
      ) : (
        <span className="med">
          {name ?? '…'} v{version}
        </span>
      )}
      {canWrite ? (
        <a
          className="link"
          href={id === null ? href('/dlog/logger-types', null, locale) : `${href('/dlog/logger-types/{id}', { id }, locale)}#loggers`}
        >
          {t('dataloggers:new.change_type')}
        </a>
      ) : null}
    </p>
  );
}
