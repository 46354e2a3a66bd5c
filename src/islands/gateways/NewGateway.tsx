import { useState } from 'react';
import type { GatewaysStore } from '../../lib/client/gateways/gateways.store.ts';
import { createGateway, type Gateway } from '../../lib/contract/gateways.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';

/** Where each kind of server sends to, as `docs/devices.md` describes it. */
const SERVERS = ['tts', 'chirpstack', 'collectd', 'influx', 'senml', 'mqtt'] as const;
type Server = (typeof SERVERS)[number];
const NAMES: Record<Server, string> = {
  tts: 'The Things Stack',
  chirpstack: 'ChirpStack',
  collectd: 'collectd',
  influx: 'Line protocol',
  senml: 'SenML',
  mqtt: 'MQTT',
};
/** Of those that have an address of HTTP. */
const PATHS: Partial<Record<Server, string>> = { influx: '/api/v2/write' };

/** A new gateway, and its token at the only moment when it can be seen. */
export default function NewGateway({ store, workspace, onClose }: { store: GatewaysStore; workspace: string; onClose: () => void }) {
  const t = useT();
  const [made, setMade] = useState<(Gateway & { token: string }) | null>(null);
  const form = useForm({
    initial: { name: '', workspace_id: workspace },
    schema: createGateway.body,
    rules: { name: 'required|max:80' },
    draft: `new-gateway ${workspace}`,
    onSubmit: async ({ name }) => setMade(await store.create(name.trim())),
  });
  if (made)
    return (
      <Dialog
        title={t('gateways:token.title', { name: made.name })}
        isOpen
        dismissable={false}
        onClose={onClose}
        footer={
          <Button variant="primary" onPress={onClose}>
            {t('gateways:token.done')}
          </Button>
        }
      >
        <TokenShown token={made.token} />
      </Dialog>
    );
  return (
    <FormDialog title={t('gateways:new.title')} size="sm" form={form} submit={t('gateways:new.submit')} onClose={onClose}>
      <TextField
        {...form.field('name')}
        label={t('gateways:new.name')}
        hint={t('gateways:new.name_hint')}
        required
        autoFocus
        autoComplete="off"
      />
      <p className="soft">{t('gateways:new.lead')}</p>
    </FormDialog>
  );
}

function TokenShown({ token }: { token: string }) {
  const t = useT();
  const [server, setServer] = useState<Server>('tts');
  return (
    <div className="stack">
      <p className="note late">
        <StatusLamp kind="late" />
        <span>{t('gateways:token.once')}</span>
      </p>
      <CopyField label={t('gateways:token.label')} text={token} />
      <div className="grid min-w-0 justify-items-start gap-2">
        <div className="max-w-full overflow-x-auto">
          <Segmented
            label={t('gateways:token.server')}
            value={server}
            options={SERVERS.map((id) => ({ id, label: NAMES[id] }))}
            onChange={setServer}
          />
        </div>
        {server === 'mqtt' ? null : (
          <CopyField label={t('gateways:token.address')} text={location.origin + (PATHS[server] ?? `/v1/ingest/${server}`)} />
        )}
        {server === 'collectd' || server === 'mqtt' ? null : (
          <CopyField label={t('gateways:token.header')} text={`Authorization: Bearer ${token}`} />
        )}
        <p className="soft">{t(`gateways:token.how.${server}`)}</p>
      </div>
    </div>
  );
}
