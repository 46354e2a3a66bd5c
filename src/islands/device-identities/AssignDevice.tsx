import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { createDataloggerChoices } from '../../lib/client/dataloggers/datalogger-names.store.ts';
import type { WaitingDevicesStore } from '../../lib/client/device-identities/waiting-devices.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { DeviceIdentity } from '../../lib/contract/device-identities.ts';
import { finder } from '../../lib/domain/text/folded.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Choice, ChoiceList } from '../machine-choice/ChoiceList.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { toldAssigned } from './assigned.ts';

/** Which logger of its workspace a device is. */
export default function AssignDevice({
  deps,
  store,
  device,
  onClose,
}: {
  deps: StoreDeps;
  store: Pick<WaitingDevicesStore, 'assign' | 'load'>;
  device: DeviceIdentity;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const [q, setQ] = useState('');
  const [busy, setBusy] = useState(false);
  const names = useMemo(() => createDataloggerChoices(deps, device.workspace_id, { archived: true }), [deps, device.workspace_id]);
  useStarted(names);
  const named = useStore(names.$state);
  const finds = finder(q);
  const loggers = (named.status === 'ready' ? named.data : []).filter(({ name }) => finds(name));
  const assign = async (id: string) => {
    setBusy(true);
    try {
      toldAssigned(t, locale, await store.assign(device, id));
      onClose();
    } catch (error) {
      toast({ kind: 'alarm', text: `${t('device-identities:failed')}: ${t(`errors:${failureOf(error).code}`)}` });
      void store.load();
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('device-identities:assign_title', { name: device.identity })} isOpen onClose={onClose} size="sm">
      <div className="grid min-w-0 gap-2" aria-busy={busy || undefined}>
        <p className="soft">{t('device-identities:assign_lead')}</p>
        <SearchField kind="search" label={t('device-identities:assign_search')} value={q} onChange={setQ} />
        <ChoiceList label={t('device-identities:assign_title', { name: device.identity })}>
          {loggers.map(({ id, name }) => (
            <Choice key={id} disabled={busy} onClick={() => void assign(id)}>
              <span className="med">{name}</span>
            </Choice>
          ))}
        </ChoiceList>
        {named.status === 'loading' ? <div className="min-h-20" aria-busy="true" /> : null}
        {named.status === 'error' ? <ErrorState error={named.code} onRetry={() => void names.load()} /> : null}
        {named.status === 'ready' && loggers.length === 0 ? <p className="soft">{t('device-identities:assign_none')}</p> : null}
      </div>
    </Dialog>
  );
}
