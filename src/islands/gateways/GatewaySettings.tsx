import type { GatewaysStore } from '../../lib/client/gateways/gateways.store.ts';
import { type Gateway, updateGateway } from '../../lib/contract/gateways.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';

/** How the messages of a gateway name their devices, and how long those of unknown ones wait. */
export default function GatewaySettings({ store, row, onClose }: { store: GatewaysStore; row: Gateway; onClose: () => void }) {
  const t = useT();
  const form = useForm({
    initial: {
      name: row.name,
      line_tag: row.line_tag,
      topic_level: row.topic_level as number | null,
      quarantine_days: row.quarantine_days as number | null,
    },
    schema: updateGateway.body,
    rules: { name: 'required|max:80', line_tag: 'required|max:100', topic_level: 'required', quarantine_days: 'required' },
    draft: `gateway ${row.id}`,
    onSubmit: async ({ name, line_tag, topic_level, quarantine_days }) => {
      await store.update(row.id, {
        name: name.trim(),
        line_tag: line_tag.trim(),
        ...(topic_level === null ? {} : { topic_level }),
        ...(quarantine_days === null ? {} : { quarantine_days }),
      });
      onClose();
    },
  });
  return (
    <FormDialog title={t('gateways:settings.title', { name: row.name })} form={form} submit={t('gateways:settings.save')} onClose={onClose}>
      <TextField {...form.field('name')} label={t('gateways:new.name')} required autoComplete="off" />
      <TextField
        {...form.field('line_tag')}
        label={t('gateways:settings.line_tag')}
        hint={t('gateways:settings.line_tag_hint')}
        required
        autoComplete="off"
      />
      <NumberField
        {...form.typed('topic_level')}
        label={t('gateways:settings.topic_level')}
        hint={t('gateways:settings.topic_level_hint')}
        min={0}
        max={8}
        decimals={0}
      />
      <p className="soft">{t('gateways:settings.senml')}</p>
      <NumberField
        {...form.typed('quarantine_days')}
        label={t('gateways:settings.quarantine_days')}
        hint={t('gateways:settings.quarantine_hint')}
        unit={t('gateways:settings.days')}
        min={1}
        max={365}
        decimals={0}
      />
    </FormDialog>
  );
}
