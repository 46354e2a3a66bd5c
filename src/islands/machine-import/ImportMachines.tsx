import { createMachineImport } from '../../lib/client/machines/machine-import.store.ts';
import { MACHINE_COLUMNS, type MachineColumn } from '../../lib/contract/machine-imports.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { type ImportProps, TableImport } from '../table-import/TableImport.tsx';
import type { ImportOf } from '../table-import/words.ts';

await ready('table-import', 'machine-import', 'forms', 'errors');

const WORDS: ImportOf['words'] = {
  title: 'machine-import:title',
  noName: 'machine-import:no_name',
  failed: 'machine-import:failed',
  taken: 'machine-import:taken',
  bringAll: 'machine-import:bring_all',
  done: 'machine-import:done',
  undone: 'machine-import:undone',
  kept: 'machine-import:kept',
  undoFailed: 'machine-import:undo_failed',
  imported: 'machine-import:imported',
};

/** Machines from a table. */
export default function ImportMachines(props: ImportProps) {
  const locale = useLocale();
  const of: ImportOf = {
    fields: MACHINE_COLUMNS,
    fieldName: (t, field) => t(`machines:field.${field as MachineColumn}`),
    words: WORDS,
    href: (id) => href('/org/machines/{id}', { id }, locale),
  };
  return <TableImport {...props} kind="machines" scope="machines:write" of={of} create={createMachineImport} />;
}
