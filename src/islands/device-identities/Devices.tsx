import { useStore } from '@nanostores/react';
import { Ellipsis, EyeOff, Link2, Trash2, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  createDeviceIdentities,
  type DeviceIdentitiesStore,
  type Standing,
} from '../../lib/client/device-identities/device-identities.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { DeviceIdentity } from '../../lib/contract/device-identities.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Age } from '../ui/Age.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { failureOf } from '../ui/problem.ts';
import { Status } from '../ui/Status.tsx';
import { standingToast, toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';

await ready('device-identities');

const AssignDevice = part(() => import('./AssignDevice.tsx'));
const NO_ROWS: readonly DeviceIdentity[] = [];

/** Devices of the gateways of a workspace: which logger each of them is, and how that is changed. Nothing as long as there is none. */
export default function Devices({ deps, workspace, canWrite }: { deps: StoreDeps; workspace: string; canWrite: boolean }) {
  const t = useT();
  const [store] = useState(() => createDeviceIdentities(deps, workspace));
  useStarted(store);
  const [q, setQ] = useState('');
  const [assigning, setAssigning] = useState<DeviceIdentity | null>(null);
  const state = useStore(store.$state);
  const columns = useColumns(store, canWrite, setAssigning);
  const close = () => setAssigning(null);
  const rows = state.status === 'ready' ? state.data.rows : NO_ROWS;
  if (state.status === 'loading' || (state.status === 'ready' && rows.length === 0 && q === '' && state.data.asked === '')) return null;
  return (
    <section className="[&_.table-empty]:border-t [&_.table-empty]:border-t-line">
      <header className="row flex-wrap px-5 pt-4 pb-2 slim:px-4">
        <h2 className="h2">{t('device-identities:list')}</h2>
        <span className="spacer" />
        <span className="w-60 slim:w-full">
          <SearchField
            label={t('device-identities:find')}
            placeholder={t('device-identities:find')}
            value={q}
            onChange={(text) => {
              setQ(text);
              store.find(text);
            }}
          />
        </span>
      </header>
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <DataTable
          label={t('device-identities:list')}
          height="content"
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          empty={<p className="px-5 py-3 text-ink-3 slim:px-4">{t('device-identities:none_found')}</p>}
        />
      )}
      {state.status === 'ready' && state.data.more ? (
        <p className="soft px-5 py-3 slim:px-4">{t('device-identities:listed', { count: rows.length })}</p>
      ) : null}
      {assigning ? (
        <Boundary instead={null} onFailure={close}>
          <AssignDevice deps={deps} store={store} device={assigning} onClose={close} />
        </Boundary>
      ) : null}
    </section>
  );
}

function useColumns(
  store: DeviceIdentitiesStore,
  canWrite: boolean,
  onAssign: (device: DeviceIdentity) => void,
): readonly TableColumn<DeviceIdentity>[] {
  const t = useT();
  return useMemo(() => {
    const columns: TableColumn<DeviceIdentity>[] = [
      {
        id: 'identity',
        name: t('device-identities:column.device'),
        cell: (row) => (
          <span className="two">
            <span className={`med one-line ${row.identity ? 'mono' : ''}`}>{row.identity || t('device-identities:kind.none')}</span>
            <small className="one-line">
              {[row.kind === 'none' ? null : t(`device-identities:kind.${row.kind}`), row.label, row.gateway_name]
                .filter(Boolean)
                .join(' · ')}
            </small>
            <span className="mt-1 @min-[681px]:hidden">
              <StandingOf row={row} />
            </span>
          </span>
        ),
      },
      // Where this column has no room, its words stand under the device.
      {
        id: 'standing',
        name: t('device-identities:column.logger'),
        width: 220,
        priority: 2,
        cell: (row) => <StandingOf row={row} />,
      },
      {
        id: 'seen',
        name: t('device-identities:column.first'),
        width: 150,
        priority: 2,
        cell: (row) => <Age of={row.first_seen_at} />,
      },
    ];
    if (canWrite)
      columns.push({
        id: 'act',
        name: t('device-identities:acts'),
        header: '',
        width: 120,
        end: true,
        cell: (row) => <Acts row={row} store={store} onAssign={onAssign} />,
      });
    return columns;
  }, [t, store, canWrite, onAssign]);
}

function StandingOf({ row }: { row: DeviceIdentity }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  if (row.state === 'assigned' && row.datalogger_id !== null)
    return (
      <a className="link one-line" href={href('/dlog/dataloggers/{id}', { id: row.datalogger_id }, locale)}>
        {row.datalogger_name}
      </a>
    );
  if (row.state === 'ignored') return <span className="muted">{t('device-identities:state.ignored')}</span>;
  return (
    <span className="two">
      <Status kind="late">{t('device-identities:state.waiting')}</Status>
      <small>{t('device-identities:messages', { count: row.waiting, n: format.number(row.waiting) })}</small>
    </span>
  );
}

function Acts({ row, store, onAssign }: { row: DeviceIdentity; store: DeviceIdentitiesStore; onAssign: (device: DeviceIdentity) => void }) {
  const t = useT();
  const removing = useStore(store.$removing);
  const name = row.identity || t('device-identities:kind.none');
  const failed = (error: unknown) => {
    toast({ kind: 'alarm', text: `${t('device-identities:failed')}: ${t(`errors:${failureOf(error).code}`)}` });
    void store.load();
  };
  if (removing.has(row.id))
    return (
      <Button size="sm" icon={Undo2} onPress={() => store.keep(row.id)}>
        {t('device-identities:keep')}
      </Button>
    );
  const change = async (to: Standing) => {
    try {
      const { state, datalogger_id } = row;
      const after = await store.change(row, to);
      toast({
        text: t(to.state === 'ignored' ? 'device-identities:now_ignored' : 'device-identities:now_waiting', { name }),
        action: { text: t('device-identities:undo'), run: () => void store.change(after, { state, datalogger_id }).catch(failed) },
      });
    } catch (error) {
      failed(error);
    }
  };
  const remove = () => {
    const over = standingToast({
      kind: 'late',
      text: t('device-identities:removing_toast', { name }),
      action: { text: t('device-identities:keep'), run: () => store.keep(row.id) },
    });
    store.remove(row, { over, failed });
  };
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t('device-identities:acts_of', { name })} />} placement="bottom end">
      {row.kind === 'none' ? null : (
        <MenuItem icon={Link2} onAction={() => onAssign(row)}>
          {t(row.state === 'assigned' ? 'device-identities:reassign' : 'device-identities:assign')}
        </MenuItem>
      )}
      {row.state === 'waiting' ? null : (
        <MenuItem icon={Undo2} onAction={() => void change({ state: 'waiting', datalogger_id: null })}>
          {t(row.state === 'ignored' ? 'device-identities:unignore' : 'device-identities:release')}
        </MenuItem>
      )}
      {row.state === 'assigned' ? (
        <MenuItem icon={EyeOff} onAction={() => void change({ state: 'ignored', datalogger_id: null })}>
          {t('device-identities:ignore')}
        </MenuItem>
      ) : null}
      <MenuItem icon={Trash2} danger onAction={remove}>
        {t('device-identities:remove')}
      </MenuItem>
    </Menu>
  );
}
