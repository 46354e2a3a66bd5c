import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore, Pause, Play } from 'lucide-react';
import { useMemo } from 'react';
import type { ChannelsStore } from '../../lib/client/dataloggers/channels.store.ts';
import type { DataloggerPatch, DataloggerStore } from '../../lib/client/dataloggers/datalogger.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createMachineChoice, type MachineChoiceStore } from '../../lib/client/machines/machine-choice.store.ts';
import { createSensorTypes } from '../../lib/client/sensor-types/sensor-types.store.ts';
import { type Datalogger, MOST_CHANNELS, updateDatalogger } from '../../lib/contract/dataloggers.ts';
import { readTags } from '../../lib/domain/text/tags.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import MachineChoice from '../machine-choice/MachineChoice.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { type RowPatch, useRowForm } from '../ui/form/useRowForm.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { ChannelSettings } from './ChannelSettings.tsx';
import { RULES } from './rules.ts';
import { TypeOfLogger } from './TypeOfLogger.tsx';

interface Props {
  store: DataloggerStore;
  row: Datalogger;
  canWrite: boolean;
}
interface SettingsProps extends Props {
  deps: StoreDeps;
  channels: ChannelsStore;
}

type Values = Record<'name' | 'code' | 'kind' | 'place' | 'tags', string> & {
  machine_id: string | null;
  expected_interval_s: number | null;
  mb_per_day: number | null;
  channel_limit: number | null;
  auto_channels: boolean;
};

const valuesOf = (row: Datalogger): Values => ({
  name: row.name,
  code: row.code ?? '',
  kind: row.kind ?? '',
  place: row.place ?? '',
  tags: row.tags.join(', '),
  machine_id: row.machine_id,
  expected_interval_s: row.expected_interval_s,
  mb_per_day: row.mb_per_day,
  channel_limit: row.channel_limit,
  auto_channels: row.auto_channels,
});

/** Properties of a logger, and whether it takes part at all. */
export default function Settings({ deps, store, row, canWrite, channels }: SettingsProps) {
  const t = useT();
  const machines = useMemo(() => createMachineChoice(deps, row.workspace_id), [deps, row.workspace_id]);
  const types = useMemo(() => createSensorTypes(deps), [deps]);
  return (
    <div className="tab-body settings has-[table]:max-w-260 has-[table]:[&>:not(:has(table))]:max-w-160 print:block print:[&>*+*]:mt-6">
      {canWrite ? null : <p className="note">{t('dataloggers:settings.read_only')}</p>}
      <Properties store={store} row={row} canWrite={canWrite} machines={machines} />
      <TypeOfLogger row={row} canWrite={canWrite} />
      <ChannelSettings deps={deps} store={channels} limit={row.channel_limit} canWrite={canWrite} machines={machines} types={types} />
      {canWrite ? (
        <>
          <Switch store={store} row={row} kind="paused" />
          <Switch store={store} row={row} kind="archived" />
        </>
      ) : null}
    </div>
  );
}

/** The change as it will be sent. */
const schema = {
  safeParse: (values: unknown) =>
    updateDatalogger.body.safeParse({ ...(values as Values), tags: readTags((values as Partial<Values>).tags ?? ''), rev: 0 }),
};

/** One field holds all tags. */
const asSent = ({ tags, ...patch }: RowPatch<Values>): DataloggerPatch =>
  ({ ...patch, ...(tags === undefined ? {} : { tags: readTags(tags ?? '') }) }) as DataloggerPatch;

const LABELS = {
  name: 'name',
  code: 'code',
  kind: 'kind',
  place: 'place',
  expected_interval_s: 'interval',
  mb_per_day: 'mb_per_day',
  auto_channels: 'auto_channels',
} as const;

function Properties({ store, row, canWrite, machines }: Props & { machines: MachineChoiceStore }) {
  const t = useT();
  const names = useStore(machines.$names);
  const format = useFormat();
  const { form, dirty, discard, conflict } = useRowForm<Datalogger, Values>({
    row,
    valuesOf,
    schema,
    rules: RULES,
    draft: 'settings',
    texts: ['name'],
    label: (field) =>
      field === 'machine_id'
        ? t('machines:field.machine_id')
        : field === 'tags'
          ? t('dataloggers:tags.name')
          : field === 'channel_limit'
            ? t('channel-life:limit')
            : t(`dataloggers:new.${LABELS[field]}`),
    written: (field, value) => {
      if (field === 'machine_id') return names[String(value)] ?? '…';
      if (typeof value === 'boolean') return t(value ? 'ui:conflict.yes' : 'ui:conflict.no');
      if (field === 'mb_per_day') return `${format.number(Number(value))}\u00a0MB`;
      if (field === 'channel_limit') return format.number(Number(value));
      return field === 'expected_interval_s' ? format.interval(Number(value)) : String(value);
    },
    save: (rev, patch) => store.save(rev, asSent(patch)),
    onSaved: () => toast({ text: t('dataloggers:settings.saved') }),
  });

  return (
    <form className="stack" {...form.props} aria-label={t('dataloggers:settings.title')}>
      <h2 className="h2">{t('dataloggers:settings.title')}</h2>
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <fieldset className="stack" disabled={!canWrite}>
        <TextField {...form.field('name')} label={t('dataloggers:new.name')} required autoComplete="off" />
        <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
          <TextField {...form.field('code')} label={t('dataloggers:new.code')} autoComplete="off" />
          <TextField {...form.field('kind')} label={t('dataloggers:new.kind')} autoComplete="off" />
          <TextField {...form.field('place')} label={t('dataloggers:new.place')} autoComplete="off" />
          <TextField {...form.field('tags')} label={t('dataloggers:tags.name')} hint={t('dataloggers:tags.hint')} autoComplete="off" />
          <MachineChoice
            store={machines}
            label={t('machines:field.machine_id')}
            value={form.values.machine_id}
            onChange={form.field('machine_id').onCommit}
            disabled={!canWrite}
          />
          <NumberField
            {...form.typed('expected_interval_s')}
            label={t('dataloggers:new.interval')}
            hint={
              row.type_interval_s === null
                ? t('dataloggers:new.interval_hint')
                : t('dataloggers:new.interval_hint_type', {
                    interval: format.interval(row.type_interval_s),
                    type: row.logger_type_name ?? '',
                  })
            }
            unit={t('dataloggers:new.seconds')}
            min={1}
            max={31_536_000}
            decimals={0}
            disabled={!canWrite}
          />
          <NumberField
            {...form.typed('mb_per_day')}
            label={t('dataloggers:new.mb_per_day')}
            hint={t('dataloggers:new.mb_per_day_hint', { used: format.bytes(row.bytes_today) })}
            unit="MB"
            min={1}
            max={999_999_999}
            decimals={0}
            disabled={!canWrite}
          />
          <NumberField
            {...form.typed('channel_limit')}
            label={t('channel-life:limit')}
            hint={t('channel-life:limit_hint')}
            min={1}
            max={MOST_CHANNELS}
            decimals={0}
            disabled={!canWrite}
          />
        </div>
        <Checkbox {...form.check('auto_channels')} hint={t('dataloggers:new.auto_channels_hint')} disabled={!canWrite}>
          {t('dataloggers:new.auto_channels')}
        </Checkbox>
      </fieldset>
      {canWrite ? (
        <div className="row">
          <Button variant="primary" type="submit" isDisabled={!dirty} isPending={form.busy}>
            {t('dataloggers:settings.save')}
          </Button>
          {dirty ? (
            <Button variant="ghost" onPress={discard}>
              {t('dataloggers:settings.discard')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {conflict}
    </form>
  );
}

const SWITCHES = {
  paused: {
    title: 'pause_title',
    text: 'pause_text',
    on: { icon: Pause, label: 'pause', toast: 'paused_toast' },
    off: { icon: Play, label: 'resume', toast: 'resumed_toast' },
  },
  archived: {
    title: 'archive_title',
    text: 'archive_text',
    on: { icon: Archive, label: 'archive', toast: 'archived_toast' },
    off: { icon: ArchiveRestore, label: 'restore', toast: 'restored_toast' },
  },
} as const;

/** Pausing and archiving: done at once, taken back from the toast. */
function Switch({ store, row, kind }: { store: DataloggerStore; row: Datalogger; kind: keyof typeof SWITCHES }) {
  const t = useT();
  const { title, text, on, off } = SWITCHES[kind];
  const isOn = (kind === 'paused' ? row.paused_at : row.archived_at) !== null;
  const act = isOn ? off : on;
  const turn = async (from: Datalogger, value: boolean, undo: boolean) => {
    const result = await store.save(from.rev, { [kind]: value });
    if (result.status === 'saved') {
      const { row: saved } = result;
      if (undo)
        toast({
          text: t(`dataloggers:settings.${(value ? on : off).toast}`, { name: saved.name }),
          action: { text: t('dataloggers:settings.undo'), run: () => void turn(saved, !value, false) },
        });
    } else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${t('dataloggers:settings.failed')}: ${t(`errors:${code}`)}` });
    }
  };
  return (
    <section className="grid min-w-0 justify-items-start gap-2">
      <h2 className="h2">{t(`dataloggers:settings.${title}`)}</h2>
      <p className="soft">{t(`dataloggers:settings.${text}`)}</p>
      <Button icon={act.icon} onPress={() => void turn(row, !isOn, true)}>
        {t(`dataloggers:settings.${act.label}`)}
      </Button>
    </section>
  );
}
