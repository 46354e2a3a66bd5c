import { useState } from 'react';
import type { ChannelsStore } from '../../lib/client/dataloggers/channels.store.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { CHANNEL_KINDS, type ChannelKind } from '../../lib/contract/channels.ts';
import type { SensorType } from '../../lib/contract/sensor-types.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toast } from '../ui/toasts.ts';

const isNumeric = (kind: string) => kind !== 'state' && kind !== 'text';
const fits = (type: SensorType, kind: ChannelKind) =>
  type.archived_at === null && (isNumeric(kind) ? isNumeric(type.kind) : type.kind === kind);

/** A channel that is there before its first reading. */
export default function NewChannel({ store, types, onClose }: { store: ChannelsStore; types: readonly SensorType[]; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  // Sent again after a broken line the same channel answers.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    initial: { key: '', name: '', kind: 'gauge' as ChannelKind, unit: '', sensor_type_id: '' },
    rules: { key: 'required|max:100', name: 'max:120', unit: 'max:20' },
    draft: 'new-channel',
    onSubmit: async ({ key, name, kind, unit, sensor_type_id }) => {
      const made = await store.create({
        id,
        key: key.trim(),
        kind,
        ...(name.trim() ? { name: name.trim() } : {}),
        unit: unit.trim() || null,
        sensor_type_id: sensor_type_id || null,
      });
      toast({ text: t('channel-life:new.created', { name: made.name }) });
      onClose();
    },
  });
  const { kind } = form.values;
  return (
    <FormDialog title={t('channel-life:new.title')} form={form} submit={t('channel-life:new.submit')} onClose={onClose}>
      <TextField
        {...form.field('key')}
        label={t('channel-life:new.key')}
        hint={t('channel-life:new.key_hint')}
        required
        autoFocus
        autoComplete="off"
      />
      <TextField {...form.field('name')} label={t('channel-life:new.name')} hint={t('channel-life:new.name_hint')} autoComplete="off" />
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <Select
          name="kind"
          label={t('channel-life:new.kind')}
          value={kind}
          options={CHANNEL_KINDS.map((one) => ({ id: one, text: t(`channel-life:kind.${one}`) }))}
          onChange={(next) => {
            form.set('kind', next as ChannelKind);
            form.set('sensor_type_id', '');
          }}
        />
        <Select
          {...form.field('sensor_type_id')}
          label={t('channel-life:new.type')}
          options={[
            { id: '', text: t('channel-life:new.type_none') },
            ...types
              .filter((type) => fits(type, kind))
              .map((type) => ({ id: type.id, text: type.names[locale] }))
              .sort((a, b) => a.text.localeCompare(b.text, locale)),
          ]}
        />
        {isNumeric(kind) ? <TextField {...form.field('unit')} label={t('channel-life:new.unit')} autoComplete="off" /> : null}
      </div>
    </FormDialog>
  );
}
