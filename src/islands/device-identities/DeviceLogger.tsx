import { useState } from 'react';
import type { WaitingDevicesStore } from '../../lib/client/device-identities/waiting-devices.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { createDatalogger } from '../../lib/contract/dataloggers.ts';
import type { DeviceIdentity } from '../../lib/contract/device-identities.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toldAssigned } from './assigned.ts';

await ready('dataloggers');

/** A logger out of a device that waits: it has no token of its own, its gateway brings its messages. */
export default function DeviceLogger({
  deps,
  store,
  device,
  onClose,
}: {
  deps: StoreDeps;
  store: WaitingDevicesStore;
  device: DeviceIdentity;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  // The same through all tries: a creation that is repeated makes no second one.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    initial: { name: device.label ?? device.identity, place: '', workspace_id: device.workspace_id },
    schema: createDatalogger.body,
    rules: { name: 'required|max:200', place: 'max:200' },
    draft: `device-logger ${device.id}`,
    onSubmit: async ({ name, place, workspace_id }) => {
      await deps.call(createDatalogger, {
        params: { organization_id: deps.organization },
        body: { id, workspace_id, name: name.trim(), place: place.trim() || null },
      });
      toldAssigned(t, locale, await store.assign(device, id));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('device-identities:create_title', { name: device.identity })}
      size="sm"
      form={form}
      submit={t('device-identities:create')}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={t('dataloggers:new.name')} required autoFocus autoComplete="off" />
      <TextField {...form.field('place')} label={t('dataloggers:new.place')} autoComplete="off" />
      <p className="soft">{t('device-identities:create_lead')}</p>
    </FormDialog>
  );
}
