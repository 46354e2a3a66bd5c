import { useStore } from '@nanostores/react';
import { Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { createWaitingDevices, DEVICES_SHOWN, type WaitingDevicesStore } from '../../lib/client/device-identities/waiting-devices.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { DeviceIdentity, listDeviceIdentities } from '../../lib/contract/device-identities.ts';
import type { ResponseOf } from '../../lib/contract/endpoint.ts';
import type { T } from '../../lib/i18n/index.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { failureOf } from '../ui/problem.ts';
import { Status } from '../ui/Status.tsx';
import { standingToast, toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';

await ready('device-identities');

const AssignDevice = part(() => import('./AssignDevice.tsx'));
const DeviceLogger = part(() => import('./DeviceLogger.tsx'));

/** Devices above the messages, as long as nobody asks for the others: a network server may bring dozens. */
const AT_ONCE = 3;

/** How long messages wait: gateways may differ. */
function kept(rows: readonly DeviceIdentity[], t: T): string {
  const days = rows.map(({ quarantine_days }) => quarantine_days);
  const [least, most] = [Math.min(...days), Math.max(...days)];
  return least === most ? t('device-identities:days', { count: least }) : `${least}–${t('device-identities:days', { count: most })}`;
}

type Open = { dialog: 'assign' | 'logger'; device: DeviceIdentity };

/** Devices of gateways of which nobody has said yet which logger they are; nothing when there are none. */
export function Quarantine({
  deps,
  context,
  answer,
}: {
  deps: StoreDeps;
  context: PageContext;
  /** What the page was rendered with; null where the browser asks. */
  answer: ResponseOf<typeof listDeviceIdentities> | null;
}) {
  const t = useT();
  const format = useFormat();
  const [store] = useState(() => createWaitingDevices(deps, context.workspace, answer));
  useStarted(store);
  const [open, setOpen] = useState<Open | null>(null);
  const state = useStore(store.$state);
  const close = () => setOpen(null);
  const rows = state.status === 'ready' ? state.data.rows : [];
  const [all, setAll] = useState(false);
  // One line more takes no more room than the button that shows it.
  const folded = !all && rows.length > AT_ONCE + 1;
  const messages = rows.reduce((sum, { waiting }) => sum + waiting, 0);
  return (
    <>
      {rows.length > 0 ? (
        <section className="border-t border-line bg-ground" aria-labelledby="quarantine">
          <header className="flex flex-wrap items-baseline gap-x-3 px-5 pt-3 pb-1 slim:px-4">
            <h2 className="h2" id="quarantine">
              {t('device-identities:title')}
            </h2>
            <span className="soft">
              {t('device-identities:lead', {
                devices: t('device-identities:devices', { count: rows.length, n: format.number(rows.length) }),
                messages: t('device-identities:messages', { count: messages, n: format.number(messages) }),
              })}{' '}
              {t('device-identities:kept', { days: kept(rows, t) })}
            </span>
          </header>
          {/* Columns of all its rows, also of the one that has fewer buttons. */}
          <ul className="grid grid-cols-[minmax(0,15rem)_minmax(0,1fr)_auto_auto] gap-x-5 half:grid-cols-[minmax(0,1fr)_auto]">
            {(folded ? rows.slice(0, AT_ONCE) : rows).map((device) => (
              <Device
                key={device.id}
                device={device}
                store={store}
                canWrite={context.can('dlog:write', device.workspace_id)}
                onOpen={setOpen}
              />
            ))}
          </ul>
          {folded ? (
            <p className="border-t border-line px-5 py-2 slim:px-4">
              <Button size="sm" variant="ghost" onPress={() => setAll(true)}>
                {t('device-identities:show_all', { n: format.number(rows.length) })}
              </Button>
            </p>
          ) : null}
          {state.status === 'ready' && state.data.more && !folded ? (
            <p className="soft px-5 pb-3 slim:px-4">{t('device-identities:more', { count: DEVICES_SHOWN })}</p>
          ) : null}
        </section>
      ) : null}
      {open ? (
        <Boundary instead={null} onFailure={close}>
          {open.dialog === 'assign' ? (
            <AssignDevice deps={deps} store={store} device={open.device} onClose={close} />
          ) : (
            <DeviceLogger deps={deps} store={store} device={open.device} onClose={close} />
          )}
        </Boundary>
      ) : null}
    </>
  );
}

function Device({
  device,
  store,
  canWrite,
  onOpen,
}: {
  device: DeviceIdentity;
  store: WaitingDevicesStore;
  canWrite: boolean;
  onOpen: (open: Open) => void;
}) {
  const t = useT();
  const format = useFormat();
  const unreadable = device.kind === 'none';
  return (
    <li className="col-span-full grid grid-cols-subgrid items-center gap-y-1.5 border-t border-line px-5 py-2 slim:px-4">
      <span className="two">
        {unreadable ? (
          <span className="med">{t('device-identities:kind.none')}</span>
        ) : (
          <span className="med mono wrap-anywhere">{device.identity}</span>
        )}
        <small>
          {[
            unreadable ? null : t(`device-identities:kind.${device.kind}`),
            device.label,
            t('device-identities:through', { gateway: device.gateway_name }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <span className="soft flex flex-wrap gap-x-3 half:order-1 half:col-span-2">
        {device.preview.map(({ key, value }) => (
          <span key={key} className="wrap-anywhere">
            <span className="muted">{key}</span>{' '}
            <span className="num">{typeof value === 'number' ? format.number(value) : String(value)}</span>
          </span>
        ))}
        {device.preview.length === 0 ? (
          <span className="muted">{t(unreadable ? 'device-identities:unreadable' : 'device-identities:no_values')}</span>
        ) : null}
      </span>
      <span className="two text-right">
        <span className="num">{t('device-identities:messages', { count: device.waiting, n: format.number(device.waiting) })}</span>
        <small>
          {device.refused > 0 ? (
            <Status kind="late">{t('device-identities:refused', { count: device.refused, n: format.number(device.refused) })}</Status>
          ) : (
            <Age of={device.last_seen_at} />
          )}
        </small>
      </span>
      {canWrite ? (
        <span className="row flex-wrap justify-end half:order-2 half:col-span-2 half:justify-start">
          <Acts device={device} store={store} onOpen={onOpen} />
        </span>
      ) : null}
    </li>
  );
}

function Acts({ device, store, onOpen }: { device: DeviceIdentity; store: WaitingDevicesStore; onOpen: (open: Open) => void }) {
  const t = useT();
  const ignoring = useStore(store.$ignoring);
  const name = device.identity || t('device-identities:kind.none');
  if (ignoring.has(device.id))
    return (
      <>
        <Status kind="late">{t('device-identities:ignoring')}</Status>
        <Button size="sm" icon={Undo2} onPress={() => store.keep(device.id)}>
          {t('device-identities:keep')}
        </Button>
      </>
    );
  const ignore = () => {
    const over = standingToast({
      kind: 'late',
      text: t('device-identities:ignoring_toast', { name }),
      action: { text: t('device-identities:keep'), run: () => store.keep(device.id) },
    });
    store.ignore(device, {
      over,
      failed: (error) => {
        toast({ kind: 'alarm', text: `${t('device-identities:failed')}: ${t(`errors:${failureOf(error).code}`)}` });
        void store.load();
      },
    });
  };
  return (
    <>
      {device.kind === 'none' ? null : (
        <>
          <Button
            size="sm"
            icon={Plus}
            aria-label={t('device-identities:create_name', { name })}
            {...opensDialog(DeviceLogger)}
            onPress={() => onOpen({ dialog: 'logger', device })}
          >
            {t('device-identities:create')}
          </Button>
          <Button
            size="sm"
            aria-label={t('device-identities:assign_name', { name })}
            {...opensDialog(AssignDevice)}
            onPress={() => onOpen({ dialog: 'assign', device })}
          >
            {t('device-identities:assign')}
          </Button>
        </>
      )}
      <Button size="sm" variant="ghost" aria-label={t('device-identities:ignore_name', { name })} onPress={ignore}>
        {t('device-identities:ignore')}
      </Button>
    </>
  );
}
