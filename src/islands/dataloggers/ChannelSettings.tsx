import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useState } from 'react';
import type { ChannelPatch, ChannelsStore } from '../../lib/client/channels.store.ts';
import { type Channel, updateChannel } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

/** Names, units and decimals of the channels, each field saved when it is left. */
export function ChannelSettings({ store, canWrite }: { store: ChannelsStore; canWrite: boolean }) {
  const t = useT();
  const state = useStore(store.$state);
  if (state.status !== 'ready') return null;
  return (
    <section className="stack tight">
      <h2 className="h2">{t('channels:settings.title')}</h2>
      <p className="soft">{t(state.rows.length === 0 ? 'channels:settings.none' : 'channels:settings.text')}</p>
      {state.rows.length === 0 ? null : (
        <table className="tbl channel-settings" aria-label={t('channels:settings.list')}>
          <thead>
            <tr>
              <th scope="col">{t('channels:settings.key')}</th>
              <th scope="col">{t('channels:settings.name')}</th>
              <th scope="col">{t('channels:settings.unit')}</th>
              <th scope="col">{t('channels:settings.decimals')}</th>
            </tr>
          </thead>
          <tbody>
            {state.rows.map((channel) => (
              <Row key={`${channel.id} ${channel.rev}`} channel={channel} store={store} canWrite={canWrite} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ channel, store, canWrite }: { channel: Channel; store: ChannelsStore; canWrite: boolean }) {
  const t = useT();
  const save = async (patch: ChannelPatch) => {
    const result = await store.save(channel, patch);
    if (result.status === 'saved') return;
    const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
    toast({ kind: 'alarm', text: `${t('dataloggers:settings.failed')}: ${t(`errors:${code}`)}` });
  };
  const { key } = channel;
  const input = (label: string, value: string, toPatch: (text: string) => ChannelPatch) => (
    <Field label={label} value={value} disabled={!canWrite} toPatch={toPatch} onSave={save} />
  );
  return (
    <tr>
      <td className="mono truncate">{key}</td>
      <td>{input(t('channels:settings.name_of', { key }), channel.name, (name) => ({ name }))}</td>
      <td>{input(t('channels:settings.unit_of', { key }), channel.unit ?? '', (unit) => ({ unit: unit || null }))}</td>
      <td>
        {channel.kind === 'gauge' || channel.kind === 'counter'
          ? input(t('channels:settings.decimals_of', { key }), channel.decimals?.toString() ?? '', (text) => ({
              decimals: text === '' ? null : Number(text),
            }))
          : null}
      </td>
    </tr>
  );
}

/** One cell: Enter and leaving save, Escape takes the typing back; what the contract refuses is marked and not sent. */
function Field({
  label,
  value,
  disabled,
  toPatch,
  onSave,
}: {
  label: string;
  value: string;
  disabled: boolean;
  toPatch: (text: string) => ChannelPatch;
  onSave: (patch: ChannelPatch) => void;
}) {
  const [text, setText] = useState(value);
  const [refused, setRefused] = useState(false);
  const commit = () => {
    const patch = toPatch(text.trim());
    const ok = updateChannel.body.safeParse({ ...patch, rev: 0 }).success;
    setRefused(!ok);
    if (ok && text.trim() !== value) onSave(patch);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') {
      setText(value);
      setRefused(false);
    }
  };
  return (
    <span className="input sm" data-invalid={refused ? '' : undefined}>
      <input
        type="text"
        aria-label={label}
        aria-invalid={refused || undefined}
        value={text}
        disabled={disabled}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </span>
  );
}
