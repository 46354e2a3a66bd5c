import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ChannelPatch, ChannelsStore } from '../../lib/client/dataloggers/channels.store.ts';
import type { MachineChoiceStore } from '../../lib/client/machines/machine-choice.store.ts';
import { type Channel, updateChannel } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import MachineChoice from '../machine-choice/MachineChoice.tsx';
import { afterPress } from '../ui/form/after-press.ts';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

/** A channel: on a phone its key stands above its fields, so that the name has room. */
const LINE = 'slim:grid slim:grid-cols-[minmax(0,1fr)_68px_58px] slim:gap-1 slim:border-b slim:border-line slim:py-1.5';
const CELL = 'slim:block slim:h-auto slim:border-0 slim:p-0 slim:whitespace-normal';
/** A cell with an error grows downwards; nothing in its row moves. */
const GROWS = `${CELL} py-2 align-top whitespace-normal [&_.input]:w-full`;
const KEY = 'w-[14%] leading-(--control-sm) slim:col-span-full slim:w-auto slim:leading-5';
const NAME = 'w-[30%] slim:w-auto';
const UNIT = 'w-22.5 slim:w-auto';
const DECIMALS = 'w-26 slim:w-auto';
/** On a phone a channel is put on a machine from the machine's own page. */
const MACHINE = 'w-37.5 slim:hidden';

/** Names, units and decimals of the channels, each field saved when it is left. */
export function ChannelSettings({ store, canWrite, machines }: { store: ChannelsStore; canWrite: boolean; machines: MachineChoiceStore }) {
  const t = useT();
  const state = useStore(store.$state);
  if (state.status !== 'ready') return null;
  return (
    <section className="stack tight">
      <h2 className="h2">{t('channels:settings.title')}</h2>
      <p className="soft">{t(state.rows.length === 0 ? 'channels:settings.none' : 'channels:settings.text')}</p>
      {state.rows.length === 0 ? null : (
        <table className="tbl" aria-label={t('channels:settings.list')}>
          <thead className="slim:block">
            <tr className={`${LINE} slim:items-end slim:bg-ground`}>
              <th className={`${CELL} ${KEY}`} scope="col">
                {t('channels:settings.key')}
              </th>
              <th className={`${CELL} ${NAME}`} scope="col">
                {t('channels:settings.name')}
              </th>
              <th className={`${CELL} ${UNIT}`} scope="col">
                {t('channels:settings.unit')}
              </th>
              <th className={`${CELL} ${DECIMALS}`} scope="col">
                {t('channels:settings.decimals')}
              </th>
              <th className={`${CELL} ${MACHINE}`} scope="col">
                {t('machines:loggers.column.measures')}
              </th>
            </tr>
          </thead>
          <tbody className="slim:block">
            {state.rows.map((channel) => (
              <Row key={channel.id} channel={channel} store={store} canWrite={canWrite} machines={machines} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const isNumeric = ({ kind }: Channel) => kind === 'gauge' || kind === 'counter';
const valuesOf = ({ name, unit, decimals }: Channel) => ({ name, unit: unit ?? '', decimals });
type Values = ReturnType<typeof valuesOf>;
const RULES = { name: 'required|max:120', unit: 'max:20', decimals: 'between:0,9' };

/** What differs from the channel, as it is sent. */
function patchOf(values: Values, channel: Channel): ChannelPatch {
  const [name, unit] = [values.name.trim(), values.unit.trim() || null];
  return {
    ...(name === channel.name ? {} : { name }),
    ...(unit === channel.unit ? {} : { unit }),
    ...(values.decimals === channel.decimals ? {} : { decimals: values.decimals }),
  };
}

/** One channel: Enter and leaving a cell save, Escape takes the typing back; what is refused says why and isn't sent. */
function Row({
  channel,
  store,
  canWrite,
  machines,
}: {
  channel: Channel;
  store: ChannelsStore;
  canWrite: boolean;
  machines: MachineChoiceStore;
}) {
  const t = useT();
  const { key } = channel;
  const form = useForm<Values>({
    initial: valuesOf(channel),
    schema: { safeParse: (values) => updateChannel.body.safeParse({ ...(values as Values), rev: 0 }) },
    rules: RULES,
    draft: `channel ${channel.id}`,
    version: channel.rev,
    onSubmit: async (values) => {
      const patch = patchOf(values, channel);
      if (Object.keys(patch).length === 0) return;
      const result = await store.save(channel, patch);
      if (result.status === 'error') throw result.error;
      if (result.status === 'saved') form.accept(valuesOf(result.row));
      else {
        form.reset(valuesOf(result.current));
        toast({ kind: 'alarm', text: `${t('dataloggers:settings.failed')}: ${t('errors:stale_rev')}` });
      }
    },
  });
  const { busy } = form;
  useEffect(() => {
    if (!busy && !form.isDirty()) form.accept(valuesOf(channel));
  }, [channel.rev, busy]);
  useEffect(() => {
    const { failure } = form;
    if (failure) toast({ kind: 'alarm', text: `${t('dataloggers:settings.failed')}: ${t(`errors:${failure.code}`)}` });
  }, [form.failure]);
  const putOn = async (machine_id: string | null) => {
    const result = await store.save(channel, { machine_id });
    if (result.status === 'saved') return;
    const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
    toast({ kind: 'alarm', text: `${t('dataloggers:settings.failed')}: ${t(`errors:${code}`)}` });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') void form.submit();
    if (event.key === 'Escape') form.reset();
  };
  /** A cell that was left while another one was being saved. */
  const left = useRef(false);
  const save = () => {
    left.current = form.busy;
    if (form.isDirty() && !form.unread) void form.submit();
  };
  useEffect(() => {
    if (!busy && left.current) save();
  }, [busy]);
  return (
    <tr className={LINE} onKeyDown={onKeyDown} onBlur={() => afterPress(save)}>
      <td className={`mono one-line ${GROWS} ${KEY}`}>
        {key}
        <DraftNote restored={form.restored} onDiscard={() => form.reset()} />
      </td>
      <td className={`${GROWS} ${NAME}`}>
        <TextField {...form.field('name')} label={t('channels:settings.name_of', { key })} bare disabled={!canWrite} autoComplete="off" />
      </td>
      <td className={`${GROWS} ${UNIT}`}>
        <TextField {...form.field('unit')} label={t('channels:settings.unit_of', { key })} bare disabled={!canWrite} autoComplete="off" />
      </td>
      <td className={`${GROWS} ${DECIMALS}`}>
        {isNumeric(channel) ? (
          <NumberField
            {...form.typed('decimals')}
            label={t('channels:settings.decimals_of', { key })}
            bare
            min={0}
            max={9}
            decimals={0}
            disabled={!canWrite}
          />
        ) : null}
      </td>
      <td className={`${GROWS} ${MACHINE}`}>
        <MachineChoice
          bare
          store={machines}
          label={t('machines:choice.of', { key })}
          value={channel.machine_id}
          none={t('machines:choice.as_logger')}
          onChange={(machine) => void putOn(machine)}
          disabled={!canWrite}
        />
      </td>
    </tr>
  );
}
