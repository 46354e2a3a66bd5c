import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { EMBED_VIEWS, LONGEST_EMBED_DAYS, MOST_EMBEDDED } from '../../lib/contract/embeds.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { ChannelPick } from '../recordings/ChannelPick.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import type { useForm } from '../ui/form/useForm.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import type { Chosen, EmbedValues, Fault } from './faults.ts';

await ready('embeds', 'recording-form');

/** The fields of an embed, of a new one and of one that is there. */
export function EmbedFields({
  deps,
  workspace,
  form,
  text,
  days,
  fault,
  onFault,
}: {
  deps: StoreDeps;
  workspace: string;
  form: Pick<ReturnType<typeof useForm<EmbedValues>>, 'values' | 'field' | 'typed' | 'set'>;
  /** Stands over the fields. */
  text: ReactNode;
  /** How its end is asked for. */
  days: { label: string; hint?: string; required?: boolean };
  fault: Fault | null;
  onFault: (fault: Fault | null) => void;
}) {
  const t = useT();
  const chosen = form.values.channels;
  const put = (next: readonly Chosen[]) => {
    form.set('channels', next);
    onFault(null);
  };
  return (
    <>
      <p className="soft">{text}</p>
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <TextField {...form.field('name')} label={t('embeds:name')} hint={t('embeds:name_hint')} required autoFocus autoComplete="off" />
        <NumberField {...form.typed('days')} {...days} unit={t('embeds:days_unit')} min={1} max={LONGEST_EMBED_DAYS} decimals={0} />
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
          workspace={workspace}
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
    </>
  );
}

/** On a phone the field that is meant may be out of sight. */
const intoSight = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' });

const Said = ({ text }: { text: string }) => (
  <p ref={intoSight} className="text-alarm-text" role="alert">
    {text}
  </p>
);
