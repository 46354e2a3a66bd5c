import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PagedRows } from '../../lib/client/kernel/paged-rows.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { fileName, saveFile } from '../ui/save-file.ts';
import type { TableColumn } from '../ui/table/useTableColumns.ts';
import { toast } from '../ui/toasts.ts';
import { tableCsv } from './table.ts';

export interface Rows<Row extends { id: string }> {
  /** What the list is called: the name of the file. */
  title: string;
  store: Pick<PagedRows<Row, never>, '$state' | 'more'>;
  columns: readonly TableColumn<Row>[];
  onEnd: () => void;
}

/** Asks for the pages that are missing, writes all rows into a table that nobody sees, and takes its text. */
export default function ListFile({ title, store, columns, onEnd }: Rows<{ id: string }>) {
  const t = useT();
  const locale = useLocale();
  const state = useStore(store.$state);
  const [table] = useState(() => document.createElement('table'));
  const done = useRef(false);
  const ready = state.status === 'ready' ? state : null;
  const complete = ready !== null && ready.next === null && ready.work === 'none';
  const failed = state.status === 'error' || ready?.work === 'failed';
  useEffect(() => {
    if (ready?.work === 'none' && ready.next !== null) void store.more();
  }, [ready, store]);
  useEffect(() => {
    if (done.current || !(complete || failed)) return;
    done.current = true;
    if (failed) toast({ kind: 'alarm', text: t('ui:take.failed') });
    else saveFile(`${fileName(title)}.csv`, tableCsv(table, locale), 'text/csv;charset=utf-8');
    onEnd();
  }, [complete, failed]);
  if (!complete) return null;
  // A column whose head is a drawing holds drawings.
  const written = columns.filter(({ header, id }) => header === undefined && id !== 'pick');
  return createPortal(
    <>
      <thead>
        <tr>
          {written.map(({ id, name }) => (
            <th key={id}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ready.rows.map((row) => (
          <tr key={row.id}>
            {written.map(({ id, cell }) => (
              <td key={id}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </>,
    table,
  );
}
