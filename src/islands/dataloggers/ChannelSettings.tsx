import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ChannelPatch, ChannelsStore } from '../../lib/client/dataloggers/channels.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { MachineChoiceStore } from '../../lib/client/machines/machine-choice.store.ts';
import type { SensorTypesStore } from '../../lib/client/sensor-types/sensor-types.store.ts';
import { type Channel, updateChannel } from '../../lib/contract/channels.ts';
import type { SensorType } from '../../lib/contract/sensor-types.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import MachineChoice from '../machine-choice/MachineChoice.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { afterPress } from '../ui/form/after-press.ts';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { failureOf } from '../ui/problem.ts';
import { newPicked, type Picked } from '../ui/table/picking.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { ArchivedChannels, ChannelBar, ChannelMenu, PickAll, PickBox } from './ChannelActs.tsx';
import { type ChannelActs, useChannelActs } from './channel-acts.ts';
import { Handle } from './Handle.tsx';
import { type RowOrder, useRowOrder } from './row-order.ts';

await ready('channel-life', 'received-data');

const NewChannel = part(() => import('./NewChannel.tsx'));
const MoveChannels = part(() => import('./MoveChannels.tsx'));
const MergeChannel = part(() => import('./MergeChannel.tsx'));
const StateWordsDialog = part(() => import('../sensor-types/StateWordsDialog.tsx'));

/** A channel: where the table has no room, as on a phone, its key stands above its fields, so that the name has room. */
const LINE = 'tight:grid tight:grid-cols-[minmax(0,1fr)_64px_66px] tight:gap-1 tight:border-b tight:border-line tight:py-1.5';
const CELL = 'tight:block tight:h-auto tight:border-0 tight:p-0 tight:whitespace-normal';
/** A cell with an error grows downwards; nothing in its row moves. */
const GROWS = `${CELL} py-2 align-top whitespace-normal [&_.input]:w-full`;
const KEY = 'w-[22%] tight:col-span-full tight:w-auto';
const NAME = 'w-[24%] [&_.input]:min-w-38 tight:w-auto tight:[&_.input]:min-w-0';
const UNIT = 'w-22.5 tight:w-auto';
const DECIMALS = 'w-26 tight:w-auto';
/** Below the fields where the table has no room. */
const CHOICES = 'w-37.5 [&_:is(select,input,button)]:w-0 [&_:is(select,input,button)]:min-w-full';
const BELOW = 'tight:col-span-full tight:flex tight:w-auto tight:gap-1 tight:*:min-w-0 tight:*:flex-1';

/** Names, units and decimals of the channels, each field saved when it is left; their order, and what else can be done with them. */
export function ChannelSettings({
  deps,
  store,
  limit,
  canWrite,
  machines,
  types,
}: {
  deps: StoreDeps;
  store: ChannelsStore;
  /** Channels in use that the logger may have. */
  limit: number;
  canWrite: boolean;
  machines: MachineChoiceStore;
  types: SensorTypesStore;
}) {
  useStarted(types);
  const known = useStore(types.$state);
  const t = useT();
  const state = useStore(store.$state);
  const archived = useStore(store.$archived);
  const [worded, setWorded] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const [merging, setMerging] = useState<Channel | null>(null);
  const [moving, setMoving] = useState<readonly Channel[] | null>(null);
  const [$picked] = useState(newPicked);
  const used = state.status === 'ready' ? state.rows : NO_CHANNELS;
  const acts = useChannelActs(store, $picked, { onMove: setMoving, onMerge: setMerging });
  const order = useRowOrder(used, store);
  if (state.status !== 'ready') return null;
  const asked = state.rows.find(({ id }) => id === worded);
  const all = known.status === 'ready' ? known.rows : NO_TYPES;
  return (
    <section className="grid min-w-0 justify-items-start gap-2 @container print:block print:[&>*+*]:mt-2">
      <div className="flex flex-wrap items-center gap-2.5">
        <h2 className="h2">{t('channel-life:settings.title')}</h2>
        <span className="muted">{t('channel-life:room', { used: state.rows.length, limit })}</span>
        <span className="spacer" />
        <a className="link print:hidden" href="#calibrations">
          {t('dataloggers:tab.calibrations')}
        </a>
        {canWrite ? (
          <Button size="sm" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewChannel)}>
            {t('channel-life:new.action')}
          </Button>
        ) : null}
      </div>
      <p className="soft">{t(state.rows.length === 0 ? 'channel-life:settings.none' : 'channel-life:settings.text')}</p>
      {state.rows.length === 0 ? null : (
        <table className="tbl tight:block" aria-label={t('channel-life:settings.list')}>
          <thead className="tight:block">
            <tr className={`${LINE} tight:items-end tight:bg-ground`}>
              <th className={`${CELL} ${KEY}`} scope="col">
                <span className="flex items-center gap-1">
                  {canWrite ? <PickAll $picked={$picked} rows={state.rows} /> : null}
                  {t('channel-life:settings.key')}
                </span>
              </th>
              <th className={`${CELL} ${NAME}`} scope="col">
                {t('channel-life:settings.name')}
              </th>
              <th className={`${CELL} ${UNIT}`} scope="col">
                {t('channel-life:settings.unit')}
              </th>
              <th className={`${CELL} ${DECIMALS}`} scope="col">
                {t('channel-life:settings.decimals')}
              </th>
              <th className={`${CELL} ${CHOICES} tight:hidden`} scope="col">
                {t('channel-life:settings.type')}
                <br />
                {t('machines:loggers.column.measures')}
              </th>
            </tr>
          </thead>
          <tbody className="tight:block">
            {state.rows.map((channel, index) => (
              <Row
                key={channel.id}
                place={canWrite ? { order, index } : null}
                $picked={$picked}
                acts={acts}
                channel={channel}
                store={store}
                canWrite={canWrite}
                machines={machines}
                types={all}
                onWords={() => setWorded(channel.id)}
              />
            ))}
          </tbody>
        </table>
      )}
      <Boundary instead={null} onFailure={() => setWorded(null)}>
        {asked ? (
          <StateWordsDialog
            title={t('channel-life:settings.words_of', { name: asked.name })}
            of={asked}
            save={(rev, state_words) => store.save({ ...asked, rev }, { state_words })}
            onClose={() => setWorded(null)}
          />
        ) : null}
      </Boundary>
      {archived.length > 0 ? <ArchivedChannels rows={archived} canWrite={canWrite} acts={acts} /> : null}
      {canWrite ? <ChannelBar rows={[...state.rows, ...archived]} $picked={$picked} acts={acts} /> : null}
      <Boundary instead={null} onFailure={() => setAdding(false)}>
        {adding ? <NewChannel store={store} types={all} onClose={() => setAdding(false)} /> : null}
      </Boundary>
      <Boundary instead={null} onFailure={() => setMoving(null)}>
        {moving ? <MoveChannels deps={deps} rows={moving} onMove={acts.moveTo} onClose={() => setMoving(null)} /> : null}
      </Boundary>
      <Boundary instead={null} onFailure={() => setMerging(null)}>
        {merging ? <MergeChannel deps={deps} channel={merging} onClose={() => setMerging(null)} /> : null}
      </Boundary>
    </section>
  );
}

const NO_TYPES: readonly SensorType[] = [];
const NO_CHANNELS: readonly Channel[] = [];
const isNumeric = ({ kind }: Channel) => kind === 'gauge' || kind === 'counter';
const valuesOf = ({ name, own_unit, own_decimals }: Channel) => ({ name, unit: own_unit ?? '', decimals: own_decimals });
type Values = ReturnType<typeof valuesOf>;
const RULES = { name: 'required|max:120', unit: 'max:20', decimals: 'between:0,9' };

/** One channel: Enter and leaving a cell save, Escape takes the typing back; what is refused says why and isn't sent. */
function Row({
  channel,
  place,
  $picked,
  acts,
  store,
  canWrite,
  machines,
  types,
  onWords,
}: {
  channel: Channel;
  /** Null for whoever may only look. */
  place: { order: RowOrder; index: number } | null;
  $picked: Picked;
  acts: ChannelActs;
  store: ChannelsStore;
  canWrite: boolean;
  machines: MachineChoiceStore;
  types: readonly SensorType[];
  onWords: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { key } = channel;
  const { form, dirty, conflict } = useRowForm<Channel, Values>({
    row: channel,
    valuesOf,
    save: (rev, patch) => store.save({ ...channel, rev }, patch as ChannelPatch),
    schema: { safeParse: (values) => updateChannel.body.safeParse({ ...(values as Values), rev: 0 }) },
    rules: RULES,
    draft: `channel ${channel.id}`,
    label: (field) => t(`channel-life:settings.${field}`),
  });
  const { busy } = form;
  useEffect(() => {
    const { failure } = form;
    if (failure) toast({ kind: 'alarm', text: `${t('dataloggers:settings.failed')}: ${t(`errors:${failure.code}`)}` });
  }, [form.failure]);
  /** Types that fit; the one that it has stays in the choice when it is archived. */
  const fitting = types.filter(
    ({ id, kind, archived_at }) =>
      id === channel.sensor_type_id ||
      (archived_at === null && (isNumeric(channel) ? kind !== 'state' && kind !== 'text' : kind === channel.kind)),
  );
  const choose = async (patch: Pick<ChannelPatch, 'machine_id' | 'sensor_type_id'>) => {
    const result = await store.save(channel, patch);
    if (result.status === 'saved') return;
    const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
    toast({ kind: 'alarm', text: `${t('dataloggers:settings.failed')}: ${t(`errors:${code}`)}` });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys of the dialog that stands over the page come by here too.
    if (conflict) return;
    if (event.key === 'Enter' && dirty) void form.submit();
    if (event.key === 'Escape') form.reset();
  };
  /** A cell that was left while another one was being saved. */
  const left = useRef(false);
  const save = () => {
    left.current = form.busy;
    if (dirty && !form.unread && !conflict) void form.submit();
  };
  useEffect(() => {
    if (!busy && left.current) save();
  }, [busy]);
  return (
    <tr
      className={`${LINE} ${place?.order.dragged === channel.id ? 'bg-selected' : ''}`}
      data-channel={channel.id}
      onKeyDown={onKeyDown}
      onBlur={() => afterPress(save)}
    >
      <td className={`${GROWS} ${KEY}`}>
        <span className="flex min-h-(--control-sm) items-center gap-1">
          {place ? (
            <>
              <PickBox $picked={$picked} channel={channel} />
              <Handle {...place} channel={channel} />
            </>
          ) : null}
          <span className="mono one-line max-w-40 tight:max-w-none" title={key}>
            {key}
          </span>
          <span className="spacer" />
          {place ? <ChannelMenu channel={channel} acts={acts} /> : null}
        </span>
        <DraftNote form={form} />
        {conflict}
      </td>
      <td className={`${GROWS} ${NAME}`}>
        <TextField
          {...form.field('name')}
          label={t('channel-life:settings.name_of', { key })}
          bare
          disabled={!canWrite}
          autoComplete="off"
        />
      </td>
      <td className={`${GROWS} ${UNIT}`}>
        <TextField
          {...form.field('unit')}
          label={t('channel-life:settings.unit_of', { key })}
          bare
          disabled={!canWrite}
          autoComplete="off"
        />
      </td>
      <td className={`${GROWS} ${DECIMALS}`}>
        {isNumeric(channel) ? (
          <NumberField
            {...form.typed('decimals')}
            label={t('channel-life:settings.decimals_of', { key })}
            bare
            min={0}
            max={9}
            decimals={0}
            disabled={!canWrite}
          />
        ) : channel.kind === 'state' ? (
          <Button
            size="sm"
            isDisabled={!canWrite}
            aria-label={t('channel-life:settings.words_of', { name: channel.name })}
            onPress={onWords}
            {...opensDialog(StateWordsDialog)}
          >
            {t('channel-life:settings.words')}
          </Button>
        ) : null}
      </td>
      <td className={`${GROWS} ${CHOICES} ${BELOW}`}>
        <Select
          bare
          label={t('channel-life:settings.type_of', { key })}
          value={channel.sensor_type_id ?? ''}
          options={[
            { id: '', text: t('channel-life:settings.type_none') },
            ...fitting.map(({ id, names }) => ({ id, text: names[locale] })).sort((a, b) => a.text.localeCompare(b.text, locale)),
          ]}
          onChange={(id) => void choose({ sensor_type_id: id || null })}
          disabled={!canWrite}
        />
        <span className="block h-1.5 tight:hidden" />
        <MachineChoice
          bare
          store={machines}
          label={t('machines:choice.of', { key })}
          value={channel.machine_id}
          none={t('machines:choice.as_logger')}
          onChange={(machine_id) => void choose({ machine_id })}
          disabled={!canWrite}
        />
      </td>
    </tr>
  );
}
