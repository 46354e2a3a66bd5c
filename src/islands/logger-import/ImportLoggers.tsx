import { createLoggerImport } from '../../lib/client/dataloggers/logger-import.store.ts';
import { LOGGER_COLUMNS, type LoggerColumn } from '../../lib/contract/logger-imports.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { type ImportProps, TableImport } from '../table-import/TableImport.tsx';
import type { ImportOf } from '../table-import/words.ts';
import { Tokens } from './Tokens.tsx';

await ready('table-import', 'logger-import', 'forms', 'errors');

const WORDS: ImportOf['words'] = {
  title: 'logger-import:title',
  noName: 'logger-import:no_name',
  failed: 'logger-import:failed',
  taken: 'logger-import:taken',
  differs: 'logger-import:differs',
  bringAll: 'logger-import:bring_all',
  done: 'logger-import:done',
  undone: 'logger-import:undone',
  kept: 'logger-import:kept',
  undoFailed: 'logger-import:undo_failed',
  imported: 'logger-import:imported',
};

/** Loggers from a table, and their tokens as a file. */
export default function ImportLoggers(props: ImportProps) {
  const t = useT();
  const locale = useLocale();
  const of: ImportOf = {
    fields: LOGGER_COLUMNS,
    fieldName: (word, field) => word(`logger-import:field.${field as LoggerColumn}`),
    words: WORDS,
    href: (id) => href('/dlog/dataloggers/{id}', { id }, locale),
  };
  return (
    <TableImport
      {...props}
      kind="dataloggers"
      scope="dlog:write"
      of={of}
      create={createLoggerImport}
      intro={<p className="soft">{t('logger-import:intro')}</p>}
      more={(imported) => <Tokens organization={props.context.organization} imported={imported} />}
    />
  );
}
