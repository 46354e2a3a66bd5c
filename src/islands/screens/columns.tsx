import { useMemo } from 'react';
import type { ScreensStore } from '../../lib/client/screens/screens.store.ts';
import type { Screen } from '../../lib/contract/screens.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Tag } from '../ui/Tag.tsx';
import { PanelThumb } from './PanelThumb.tsx';

const RowMenu = part(() => import('./RowMenu.tsx'));

export interface ColumnDeps {
  /** Null until the person is known. */
  store: ScreensStore | null;
  context: PageContext | null;
  narrow: boolean;
}

/** What is captured with the screen now: its version, and whether the draft has gone on since. */
export function Version({ row }: { row: Pick<Screen, 'version' | 'has_changes' | 'archived_at'> }) {
  const t = useT();
  if (row.archived_at !== null) return <Tag>{t('screens:archived')}</Tag>;
  if (row.version === null) return <Tag>{t('screens:version.none')}</Tag>;
  const version = t('screens:version.number', { number: row.version });
  return (
    <span className="two">
      <span>
        <Tag>{version}</Tag>
      </span>
      {row.has_changes ? <small>{t('screens:version.changes')}</small> : null}
    </span>
  );
}

function Name({ row, narrow }: { row: Screen; narrow: boolean }) {
  return (
    <span className="flex items-center gap-3 min-w-0">
      <PanelThumb draft={row.draft} />
      <span className="two">
        <span className="med">{row.name}</span>
        {narrow ? <Version row={row} /> : null}
      </span>
    </span>
  );
}

/** Columns of the list; the server sorts. */
export function useColumns({ store, context, narrow }: ColumnDeps): readonly TableColumn<Screen>[] {
  const t = useT();
  const format = useFormat();
  return useMemo(() => {
    const name: TableColumn<Screen> = {
      id: 'name',
      name: t('screens:column.name'),
      link: true,
      hideable: false,
      cell: (row) => <Name row={row} narrow={narrow} />,
      sortBy: (row) => row.name,
      skeleton: [152],
    };
    const version: TableColumn<Screen> = {
      id: 'version',
      name: t('screens:column.version'),
      width: 150,
      cell: (row) => <Version row={row} />,
      skeleton: [84],
    };
    const menu: TableColumn<Screen> = {
      id: 'menu',
      name: t('screens:column.menu'),
      header: '',
      width: narrow ? 76 : 56,
      end: true,
      hideable: false,
      cell: (row) =>
        store && context ? (
          <Boundary instead={null}>
            <RowMenu store={store} context={context} row={row} />
          </Boundary>
        ) : null,
      skeleton: [16],
    };
    if (narrow) return [name, menu];
    return [
      name,
      {
        id: 'method',
        name: t('screens:field.method'),
        width: 168,
        priority: 2,
        cell: (row) => <span className="soft block py-1 leading-4.5 whitespace-normal">{t(`screens:method.${row.method}`)}</span>,
        skeleton: [96],
      },
      {
        id: 'machine',
        name: t('screens:field.machine_id'),
        width: 170,
        priority: 3,
        cell: (row) => <span className="soft one-line">{row.machine_name}</span>,
        skeleton: [72],
      },
      version,
      {
        id: 'buttons',
        name: t('screens:column.buttons'),
        width: 84,
        end: true,
        hidden: true,
        cell: (row) => format.number(row.draft.buttons.length),
        skeleton: [14],
      },
      {
        id: 'updated_at',
        name: t('screens:column.updated'),
        width: 112,
        priority: 2,
        cell: (row) => <Age of={row.updated_at} />,
        skeleton: [64],
      },
      {
        id: 'created_at',
        name: t('screens:column.created'),
        width: 120,
        hidden: true,
        cell: (row) => <span className="soft">{format.date(row.created_at)}</span>,
        sortBy: (row) => row.created_at,
        skeleton: [64],
      },
      menu,
    ];
  }, [t, format, store, context, narrow]);
}
