import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo, useState } from 'react';
import { stateNow } from '../../lib/client/dataloggers/datalogger-row.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createWorkspaceRows, FIRST_ROWS, type WorkspaceRowsStore } from '../../lib/client/workspaces/workspace-rows.store.ts';
import { type Datalogger, listDataloggers } from '../../lib/contract/dataloggers.ts';
import { listMachines, type Machine } from '../../lib/contract/machines.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { LoggerStatus } from '../dataloggers/LoggerStatus.tsx';
import { MachineStatus } from '../machines/MachineStatus.tsx';
import { type PageContext, useCoarseNow } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { TableNote } from './TableNote.tsx';

await ready('machines', 'dataloggers');

const Devices = part(() => import('../device-identities/Devices.tsx'));
const Gateways = part(() => import('../gateways/Gateways.tsx'));
const NO_MACHINES: readonly Machine[] = [];
const NO_LOGGERS: readonly Datalogger[] = [];

/** Machines and loggers of the workspace, each leading to its own screen, and its gateways. */
export default function EquipmentTab({ deps, context, workspace }: { deps: StoreDeps; context: PageContext; workspace: string }) {
  const t = useT();
  const locale = useLocale();
  const machines = context.can('machines:read', workspace);
  const loggers = context.can('dlog:read', workspace);
  if (!machines && !loggers) return <TableNote>{t('workspaces:equipment.hidden')}</TableNote>;
  return (
    <div className="tab-body">
      {machines ? (
        <Machines
          deps={deps}
          workspace={workspace}
          canWrite={context.can('machines:write', workspace)}
          all={href('/org/machines', null, locale)}
        />
      ) : null}
      {loggers ? (
        <Loggers
          deps={deps}
          workspace={workspace}
          canWrite={context.can('dlog:write', workspace)}
          all={href('/dlog/dataloggers', null, locale)}
        />
      ) : null}
      {loggers ? (
        <Boundary>
          <Gateways deps={deps} workspace={workspace} canWrite={context.can('dlog:write', workspace)} />
          <Devices deps={deps} workspace={workspace} canWrite={context.can('dlog:write', workspace)} />
        </Boundary>
      ) : null}
    </div>
  );
}

interface PartProps {
  deps: StoreDeps;
  workspace: string;
  canWrite: boolean;
  /** The screen with the whole list. */
  all: string;
}

/** One of both lists with its head and what stands in its place. */
function Part<R extends { id: string }>({
  store,
  title,
  action,
  columns,
  none,
  rowHref,
  nothing,
}: {
  store: WorkspaceRowsStore<R>;
  title: string;
  action: ReactNode;
  columns: readonly TableColumn<R>[];
  none: readonly R[];
  rowHref: (row: R) => string;
  nothing: ReactNode;
}) {
  const t = useT();
  useStarted(store);
  const state = useStore(store.$state);
  return (
    <section className="[&_.table-empty]:border-t [&_.table-empty]:border-t-line">
      <header className="row pt-4 px-5 pb-2 slim:px-4">
        <h2 className="h2">{title}</h2>
        <span className="spacer" />
        {action}
      </header>
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <DataTable
          label={title}
          height="content"
          columns={columns}
          rows={state.status === 'ready' ? state.rows : none}
          rowId={(row) => row.id}
          rowHref={rowHref}
          loading={state.status === 'loading'}
          empty={<TableNote>{nothing}</TableNote>}
        />
      )}
      {state.status === 'ready' && state.more ? <TableNote>{t('workspaces:equipment.more', { count: FIRST_ROWS })}</TableNote> : null}
    </section>
  );
}

const Named = ({ name, under }: { name: string; under: string | null }) => (
  <span className="two">
    <span className="med one-line">{name}</span>
    {under ? <small className="one-line">{under}</small> : null}
  </span>
);

function Machines({ deps, workspace, canWrite, all }: PartProps) {
  const t = useT();
  const locale = useLocale();
  const [store] = useState(() =>
    createWorkspaceRows(
      deps,
      workspace,
      'machines',
      (call, query) => call(listMachines, { params: { organization_id: deps.organization }, query }),
      FIRST_ROWS,
    ),
  );
  const columns = useMemo(
    (): TableColumn<Machine>[] => [
      {
        id: 'name',
        name: t('workspaces:overview.name'),
        link: true,
        cell: (row) => <Named name={row.name} under={[row.code, row.kind].filter(Boolean).join(' · ') || null} />,
        sortBy: (row) => row.name,
        skeleton: [132, 80],
      },
      {
        id: 'place',
        name: t('dataloggers:column.place'),
        width: 260,
        priority: 2,
        cell: (row) => <span className="soft one-line">{[row.site, row.hall, row.line].filter(Boolean).join(' / ')}</span>,
        skeleton: [96],
      },
      { id: 'status', name: t('dataloggers:column.state'), width: 150, cell: (row) => <MachineStatus row={row} />, skeleton: [72] },
    ],
    [t],
  );
  return (
    <Part
      store={store}
      title={t('workspaces:equipment.machines')}
      columns={columns}
      none={NO_MACHINES}
      rowHref={(row) => href('/org/machines/{id}', { id: row.id }, locale)}
      action={
        <ButtonLink size="sm" href={all}>
          {t('workspaces:equipment.all_machines')}
        </ButtonLink>
      }
      nothing={
        <Nothing text={t('workspaces:equipment.no_machines')} link={canWrite ? all : null} action={t('workspaces:equipment.add_machine')} />
      }
    />
  );
}

function Loggers({ deps, workspace, canWrite, all }: PartProps) {
  const t = useT();
  const locale = useLocale();
  const now = useCoarseNow();
  const [store] = useState(() =>
    createWorkspaceRows(
      deps,
      workspace,
      'dataloggers',
      (call, query) => call(listDataloggers, { params: { organization_id: deps.organization }, query }),
      FIRST_ROWS,
    ),
  );
  const columns = useMemo(
    (): TableColumn<Datalogger>[] => [
      {
        id: 'name',
        name: t('workspaces:overview.name'),
        link: true,
        cell: (row) => <Named name={row.name} under={[row.code, row.place].filter(Boolean).join(' · ') || null} />,
        sortBy: (row) => row.name,
        skeleton: [132, 80],
      },
      {
        id: 'age',
        name: t('dataloggers:column.age'),
        width: 220,
        priority: 2,
        cell: (row) =>
          row.last_seen_at === null ? <span className="muted">{t('dataloggers:never')}</span> : <Age of={row.last_seen_at} />,
        skeleton: [72],
      },
      {
        id: 'state',
        name: t('dataloggers:column.state'),
        width: 150,
        cell: (row) => <LoggerStatus state={stateNow(row, now)} />,
        skeleton: [72],
      },
    ],
    [t, now],
  );
  return (
    <Part
      store={store}
      title={t('workspaces:equipment.loggers')}
      columns={columns}
      none={NO_LOGGERS}
      rowHref={(row) => href('/dlog/dataloggers/{id}', { id: row.id }, locale)}
      action={
        <ButtonLink size="sm" href={all}>
          {t('workspaces:equipment.all_loggers')}
        </ButtonLink>
      }
      nothing={
        <Nothing text={t('workspaces:equipment.no_loggers')} link={canWrite ? all : null} action={t('workspaces:equipment.add_logger')} />
      }
    />
  );
}

/** One next step: the screen where it is created. */
function Nothing({ text, link, action }: { text: string; link: string | null; action: string }) {
  return (
    <>
      <span className="muted">{text}</span>
      {link === null ? null : (
        <a className="link" href={link}>
          {action}
        </a>
      )}
    </>
  );
}
