import { useState } from 'react';
import type { EmbedPatch, EmbedsStore } from '../../lib/client/embeds/embeds.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Embed } from '../../lib/contract/embeds.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useCoarseNow } from '../shell/Signed.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { type RowPatch, useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';
import { EmbedFields } from './EmbedFields.tsx';
import { type EmbedValues, type Fault, faultOf, refusedChannel } from './faults.ts';
import { isOver } from './is-over.ts';
import { readOrigins } from './origins.ts';

/** Days are asked for anew: nobody types a moment that is there already. */
const valuesOf = ({ name, view, channels, origins }: Embed): EmbedValues => ({
  ...{ name, view, days: null },
  channels: channels.map((one) => ({ id: one.id, name: one.name, logger: one.datalogger_name })),
  origins: origins.join('\n'),
});

const bodyOf = ({ name, view, channels, origins, days }: RowPatch<EmbedValues>): EmbedPatch => ({
  ...(name ? { name } : {}),
  ...(view ? { view } : {}),
  ...(channels ? { channels: channels.map(({ id }) => id) } : {}),
  ...(origins ? { origins: readOrigins(origins).origins } : {}),
  ...(days ? { expires_in_days: Math.round(days) } : {}),
});

/** Changes an embed, whose link stays. */
export default function ChangeEmbed({
  deps,
  store,
  row,
  onClose,
}: {
  deps: StoreDeps;
  store: EmbedsStore;
  row: Embed;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const now = useCoarseNow();
  const [fault, setFault] = useState<Fault | null>(null);
  const { form, conflict } = useRowForm<Embed, EmbedValues>({
    row,
    valuesOf,
    rules: { name: 'required|max:200' },
    draft: `embed ${row.id}`,
    texts: ['name', 'origins'],
    label: (field) => t(field === 'days' ? 'embeds:days_new' : `embeds:${field}`),
    written: (field, value) => {
      if (field === 'channels') return (value as EmbedValues['channels']).map((one) => one.name).join(', ');
      if (field === 'view') return t(`embeds:views.${value as Embed['view']}`);
      return field === 'origins' ? readOrigins(String(value)).origins.join(', ') : String(value);
    },
    check: (values) => {
      const problem = faultOf(values, t);
      setFault(problem);
      return problem === null;
    },
    save: async (rev, patch) => {
      const result = await store.change(row.id, rev, bodyOf(patch));
      if (result.status === 'error') setFault(refusedChannel(result.error, patch.channels ?? [], t));
      return result;
    },
    onSaved: ({ name }) => {
      toast({ text: t('embeds:saved', { name }) });
      onClose();
    },
  });
  const until = t(isOver(row, now) ? 'embeds:over_now' : 'embeds:valid_now', { date: format.date(row.expires_at) });
  return (
    <FormDialog title={t('embeds:change_name', { name: row.name })} size="lg" form={form} submit={t('embeds:save')} onClose={onClose}>
      <EmbedFields
        deps={deps}
        workspace={row.workspace_id}
        form={form}
        text={t('embeds:change_text')}
        days={{ label: t('embeds:days_new'), hint: until }}
        fault={fault}
        onFault={setFault}
      />
      {conflict}
    </FormDialog>
  );
}
