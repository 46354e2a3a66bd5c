import { useState } from 'react';
import type { EmbedsStore } from '../../lib/client/embeds/embeds.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { LOCALES, type Locale } from '../../lib/constants.ts';
import { type Embed, MOST_EMBEDDED } from '../../lib/contract/embeds.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { EmbedFields } from './EmbedFields.tsx';
import { type EmbedValues, type Fault, faultOf, refusedChannel } from './faults.ts';
import { readOrigins, snippetOf } from './origins.ts';

const USUAL_DAYS = 365;
/** Pixels of one row of tiles with and without its chart, and of what stands around them. */
const ROW = { values: 150, chart: 240 };
const AROUND = 90;
/** Languages in themselves. */
const NAMES: Record<Locale, string> = { cs: 'Čeština', en: 'English', sk: 'Slovenčina' };

/** Makes an embed, and shows its link this once. */
export default function NewEmbed({
  deps,
  store,
  logger,
  channels,
  onClose,
}: {
  deps: StoreDeps;
  store: EmbedsStore;
  logger: { id: string; name: string; workspace_id: string };
  channels: readonly { id: string; name: string }[];
  onClose: () => void;
}) {
  const t = useT();
  const [made, setMade] = useState<(Embed & { token: string }) | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const form = useForm<EmbedValues>({
    initial: {
      name: logger.name,
      view: 'values',
      channels: channels.slice(0, MOST_EMBEDDED).map(({ id, name }) => ({ id, name, logger: logger.name })),
      origins: '',
      days: USUAL_DAYS,
    },
    rules: { name: 'required|max:200' },
    draft: `embed ${logger.id}`,
    onSubmit: async ({ name, view, channels, origins, days }) => {
      const problem = faultOf({ channels, origins }, t);
      setFault(problem);
      if (problem) return false;
      const input = { view, channels: channels.map(({ id }) => id), origins: readOrigins(origins).origins };
      try {
        setMade(await store.make({ ...input, name: name.trim(), expires_in_days: Math.round(days ?? USUAL_DAYS) }));
      } catch (error) {
        setFault(refusedChannel(error, channels, t));
        throw error;
      }
      return true;
    },
  });
  if (made !== null) return <Made embed={made} onClose={onClose} />;
  return (
    <FormDialog title={t('embeds:new_title')} size="lg" form={form} submit={t('embeds:create')} onClose={onClose}>
      <EmbedFields
        deps={deps}
        workspace={logger.workspace_id}
        form={form}
        text={t('embeds:text')}
        days={{ label: t('embeds:days'), required: true }}
        fault={fault}
        onFault={setFault}
      />
    </FormDialog>
  );
}

function Made({ embed, onClose }: { embed: Embed & { token: string }; onClose: () => void }) {
  const t = useT();
  const [locale, setLocale] = useState(useLocale());
  const address = location.origin + href('/embed/{token}', { token: embed.token }, locale);
  const rows = Math.ceil(embed.channels.length / 2);
  const height = Math.min(900, rows * ROW[embed.view] + AROUND);
  return (
    <Dialog
      title={t('embeds:made')}
      size="lg"
      isOpen
      dismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('embeds:done')}
        </Button>
      }
    >
      <div className="stack justify-items-stretch">
        <p className="soft">{t('embeds:made_text')}</p>
        <div className="grid justify-items-start gap-1">
          <span className="text-12 font-medium text-ink-2">{t('embeds:language')}</span>
          <Segmented
            label={t('embeds:language')}
            value={locale}
            options={LOCALES.map((id) => ({ id, label: NAMES[id] }))}
            onChange={setLocale}
          />
        </div>
        <CopyField label={t('embeds:snippet')} text={snippetOf({ address, name: embed.name, height })} />
        <CopyField label={t('embeds:link')} text={address} />
      </div>
    </Dialog>
  );
}
