import { useState } from 'react';
import type { WebhooksStore } from '../../lib/client/webhooks/webhooks.store.ts';
import { ALARM_SEVERITIES, type AlarmSeverity } from '../../lib/contract/alarm-rules.ts';
import type { Webhook } from '../../lib/contract/webhooks.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { toast } from '../ui/toasts.ts';

/** A new webhook, whose secret is shown once, or one that is there. */
export default function WebhookForm({
  store,
  row,
  organization,
  onClose,
}: {
  store: WebhooksStore;
  row: Webhook | null;
  organization: string;
  onClose: () => void;
}) {
  const t = useT();
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const form = useForm({
    initial: {
      name: row?.name ?? '',
      url: row?.url ?? 'https://',
      severities: (row?.severities ?? ['warning', 'critical']) as readonly AlarmSeverity[],
    },
    rules: { name: 'required|max:200', url: 'required|max:2000' },
    draft: row ? `webhook ${row.id}` : `new-webhook ${organization}`,
    async onSubmit({ name, url, severities }) {
      const body = { name, url: url.trim(), severities: [...severities] };
      if (row === null) {
        const { secret } = await store.create(body);
        setMade({ name, secret });
        return;
      }
      await store.save(row, body);
      toast({ text: t('webhooks:saved', { name }) });
      onClose();
    },
  });
  const { severities } = form.values;
  if (made !== null) return <Shown {...made} onClose={onClose} />;
  return (
    <FormDialog
      title={row ? t('webhooks:edit_name', { name: row.name }) : t('webhooks:new.title')}
      form={form}
      submit={t(row ? 'webhooks:save' : 'webhooks:new.submit')}
      isDisabled={severities.length === 0}
      onClose={onClose}
    >
      <TextField {...form.field('name')} label={t('webhooks:name')} required autoFocus autoComplete="off" />
      <TextField {...form.field('url')} label={t('webhooks:url')} hint={t('webhooks:url_hint')} required autoComplete="off" />
      <fieldset className="grid min-w-0 justify-items-start gap-2">
        <legend className="med">{t('webhooks:severities')}</legend>
        {ALARM_SEVERITIES.map((one) => (
          <Checkbox
            key={one}
            checked={severities.includes(one)}
            onChange={(on) => form.set('severities', on ? [...severities, one] : severities.filter((other) => other !== one))}
          >
            {t(`alarms:severity.${one}`)}
          </Checkbox>
        ))}
      </fieldset>
    </FormDialog>
  );
}

/** The secret at the only moment when it can be seen. */
function Shown({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t('webhooks:shown.title', { name })}
      isOpen
      dismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('webhooks:shown.done')}
        </Button>
      }
    >
      <div className="stack">
        <p className="note late">
          <StatusLamp kind="late" />
          <span>{t('webhooks:shown.once')}</span>
        </p>
        <CopyField label={t('webhooks:shown.secret')} text={secret} />
        <p className="soft">{t('webhooks:shown.how')}</p>
      </div>
    </Dialog>
  );
}
