import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';

/** By which type the logger's messages are read; it is moved from the type's own page, which shows beforehand what changes. */
export function TypeOfLogger({ row, canWrite }: { row: Datalogger; canWrite: boolean }) {
  const t = useT();
  const locale = useLocale();
  const { logger_type_id: id, logger_type_version: version, logger_type_name: name } = row;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="soft">{t('dataloggers:new.type')}</span>
      {id === null ? (
        <span>{t('dataloggers:new.no_type')}</span>
      ) : (
        <a className="link" href={href('/dlog/logger-types/{id}', { id }, locale)}>
          {name} v{version}
        </a>
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
