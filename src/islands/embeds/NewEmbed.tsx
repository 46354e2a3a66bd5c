import { X } from 'lucide-react';
import { useState } from 'react';
import type { EmbedsStore } from '../../lib/client/embeds/embeds.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { LOCALES, type Locale } from '../../lib/constants.ts';
import { EMBED_VIEWS, type Embed, LONGEST_EMBED_DAYS, MOST_EMBEDDED, MOST_ORIGINS } from '../../lib/contract/embeds.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { ChannelPick } from '../recordings/ChannelPick.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { readOrigins, snippetOf } from './origins.ts';

await ready('embeds', 'recording-form');

const USUAL_DAYS = 365;
/** Pixels of one row of tiles with and without its chart, and of what stands around them. */
const ROW = { values: 150, chart: 240 };
const AROUND = 90;
/** Languages in themselves. */
const NAMES: Record<Locale, string> = { cs: 'Čeština', en: 'English', sk: 'Slovenčina' };

type Chosen = { id: string; name: string; logger: string | null };
type Values = { name: string; view: Embed['view']; channels: readonly Chosen[]; origins: string; days: number | null };
type Fault = { of: 'channels' | 'origins'; text: string };

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
  const initial: Values = {
    name: logger.name,
    view: 'values',
    channels: channels.slice(0, MOST_EMBEDDED).map(({ id, name }) => ({ id, name, logger: logger.name })),
    origins: '',
    days: USUAL_DAYS,
  };
  const form = useForm({
    initial,
    rules: { name: 'required|max:200' },
    draft: `embed ${logger.id}`,
    onSubmit: async ({ name, view, channels, origins, days }) => {
      const read = readOrigins(origins);
      const problem: Fault | null =
        channels.length === 0
          ? { of: 'channels', text: t('embeds:no_channels') }
          : read.bad !== null
            ? { of: 'origins', text: t('embeds:origin_bad', { origin: read.bad }) }
            : read.origins.length === 0
              ? { of: 'origins', text: t('embeds:origins_missing') }
              : read.origins.length > MOST_ORIGINS
                ? { of: 'origins', text: t('embeds:origins_most', { count: MOST_ORIGINS }) }
                : null;
      setFault(problem);
      if (problem) return;
      const input = { view, channels: channels.map(({ id }) => id), origins: read.origins };
      setMade(await store.make({ ...input, name: name.trim(), expires_in_days: Math.round(days ?? USUAL_DAYS) }));
    },
  });
  if (made !== null) return <Made embed={made} onClose={onClose} />;
  const chosen = form.values.channels;
  const put = (next: readonly Chosen[]) => {
    form.set('channels', next);
    setFault(null);
  };
  return (
    <FormDialog title={t('embeds:new_title')} size="lg" form={form} submit={t('embeds:create')} onClose={onClose}>
      <p className="soft">{t('embeds:text')}</p>
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <TextField {...form.field('name')} label={t('embeds:name')} hint={t('embeds:name_hint')} required autoFocus autoComplete="off" />
        <NumberField
          {...form.typed('days')}
          label={t('embeds:days')}
          unit={t('embeds:days_unit')}
          min={1}
          max={LONGEST_EMBED_DAYS}
          decimals={0}
          required
        />
      </div>
      <fieldset className="mt-4 grid min-w-0 justify-items-start gap-2">
        <legend className="med">{t('embeds:view')}</legend>
        <Segmented
          label={t('embeds:view')}
          value={form.values.view}
          options={EMBED_VIEWS.map((id) => ({ id, label: t(`embeds:views.${id}`) }))}
          onChange={(view) => form.set('view', view)}
        />
      </fieldset>
      <fieldset className="mt-4 grid min-w-0 gap-2">
        <legend className="med">{t('embeds:channels')}</legend>
        {fault?.of === 'channels' ? <Said text={fault.text} /> : null}
        <ul className="flex flex-wrap gap-2">
          {chosen.map((one) => (
            <li key={one.id} className="flex min-w-0 items-center gap-1 rounded-2 border border-line-2 pl-2.5">
              <span className="min-w-0 py-1 wrap-anywhere">
                {one.name} {one.logger === null ? null : <span className="muted">{one.logger}</span>}
              </span>
              <IconButton
                icon={X}
                size="sm"
                label={t('embeds:leave_out', { name: one.name })}
                onPress={() => put(chosen.filter(({ id }) => id !== one.id))}
              />
            </li>
          ))}
        </ul>
        {chosen.length >= MOST_EMBEDDED ? <p className="soft">{t('embeds:most', { count: MOST_EMBEDDED })}</p> : null}
        <ChannelPick
          deps={deps}
          workspace={logger.workspace_id}
          most={MOST_EMBEDDED}
          taken={new Set(chosen.map(({ id }) => id))}
          onTurn={({ channel, datalogger }) =>
            put(
              chosen.some(({ id }) => id === channel.id)
                ? chosen.filter(({ id }) => id !== channel.id)
                : [...chosen, { id: channel.id, name: channel.name, logger: datalogger?.name ?? null }],
            )
          }
        />
      </fieldset>
      <div className="mt-4 grid gap-2">
        <TextArea
          {...form.field('origins')}
          label={t('embeds:origins')}
          hint={t('embeds:origins_hint')}
          rows={3}
          spellCheck={false}
          required
          mono
        />
        {fault?.of === 'origins' ? <Said text={fault.text} /> : null}
      </div>
    </FormDialog>
  );
}

const Said = ({ text }: { text: string }) => (
  <p className="text-alarm-text" role="alert">
    {text}
  </p>
);

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
