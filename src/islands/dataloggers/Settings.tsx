import { Archive, ArchiveRestore, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ChannelsStore } from '../../lib/client/channels.store.ts';
import type { DataloggerPatch, DataloggerStore } from '../../lib/client/datalogger.store.ts';
import { type Datalogger, updateDatalogger } from '../../lib/contract/dataloggers.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { ChannelSettings } from './ChannelSettings.tsx';
import { Conflict } from './Conflict.tsx';
import { RULES } from './rules.ts';

interface Props {
  store: DataloggerStore;
  row: Datalogger;
  canWrite: boolean;
}
interface SettingsProps extends Props {
  channels: ChannelsStore;
}

type Values = Record<'name' | 'code' | 'kind' | 'place', string> & { expected_interval_s: number | null; auto_channels: boolean };

const valuesOf = (row: Datalogger): Values => ({
  name: row.name,
  code: row.code ?? '',
  kind: row.kind ?? '',
  place: row.place ?? '',
  expected_interval_s: row.expected_interval_s,
  auto_channels: row.auto_channels,
});

/** What the person changed: only these fields are sent, so that two people may change different ones. */
function patchOf(values: Values, before: Values): DataloggerPatch {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(values) as (keyof Values)[]) {
    const value = typeof values[key] === 'string' ? values[key].trim() : values[key];
    if (value !== before[key]) patch[key] = value === '' && key !== 'name' ? null : value;
  }
  return patch as DataloggerPatch;
}

/** Properties of a logger, and whether it takes part at all. */
export default function Settings({ store, row, canWrite, channels }: SettingsProps) {
  const t = useT();
  return (
    <div className="tab-body settings">
      {canWrite ? null : <p className="note">{t('dataloggers:settings.read_only')}</p>}
      <Properties store={store} row={row} canWrite={canWrite} />
      <ChannelSettings store={channels} canWrite={canWrite} />
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
const schema = { safeParse: (values: unknown) => updateDatalogger.body.safeParse({ ...(values as Values), rev: 0 }) };

function Properties({ store, row, canWrite }: Props) {
  const t = useT();
  /** What the person's changes are based on: the row as he saw it. */
  const [base, setBase] = useState({ rev: row.rev, values: valuesOf(row) });
  const [conflict, setConflict] = useState<{ current: Datalogger; patch: DataloggerPatch } | null>(null);

  const form = useForm<Values>({
    initial: base.values,
    schema,
    rules: RULES,
    draft: 'settings',
    version: base.rev,
    // Changed by somebody else meanwhile: the old base makes it a conflict to be decided, as if nothing had come between.
    onRestore: ({ was, version }) => setBase((now) => ({ rev: version ?? now.rev, values: { ...now.values, ...was } })),
    onSubmit: (values) => send(base.rev, patchOf(values, base.values)),
  });
  const rebase = (next: Datalogger) => setBase({ rev: next.rev, values: valuesOf(next) });
  const take = (next: Datalogger) => {
    rebase(next);
    form.reset(valuesOf(next));
  };
  const send = async (rev: number, patch: DataloggerPatch): Promise<boolean> => {
    const result = await store.save({ ...row, rev }, patch);
    if (result.status === 'error') throw result.error;
    if (result.status === 'conflict') {
      setConflict({ current: result.current, patch });
      return false;
    }
    rebase(result.row);
    form.accept(valuesOf(result.row));
    toast({ text: t('dataloggers:settings.saved') });
    return true;
  };
  const dirty = Object.keys(patchOf(form.values, base.values)).length > 0 || form.unread;
  // Nothing typed yet: somebody else's change simply shows.
  const stale = !dirty && !form.busy && !conflict && row.rev > base.rev;
  useEffect(() => {
    if (stale) take(row);
  });

  return (
    <form className="stack" {...form.props} aria-label={t('dataloggers:settings.title')}>
      <h2 className="h2">{t('dataloggers:settings.title')}</h2>
      <DraftNote restored={form.restored} onDiscard={() => take(row)} />
      <FormFailure failure={form.failure} />
      <fieldset className="stack" disabled={!canWrite}>
        <TextField {...form.field('name')} label={t('dataloggers:new.name')} required autoComplete="off" />
        <div className="columns-2">
          <TextField {...form.field('code')} label={t('dataloggers:new.code')} autoComplete="off" />
          <TextField {...form.field('kind')} label={t('dataloggers:new.kind')} autoComplete="off" />
          <TextField {...form.field('place')} label={t('dataloggers:new.place')} autoComplete="off" />
          <NumberField
            {...form.typed('expected_interval_s')}
            label={t('dataloggers:new.interval')}
            hint={t('dataloggers:new.interval_hint')}
            unit={t('dataloggers:new.seconds')}
            min={1}
            max={31_536_000}
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
            <Button variant="ghost" onPress={() => take(row)}>
              {t('dataloggers:settings.discard')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {conflict ? (
        <Conflict
          current={conflict.current}
          patch={conflict.patch}
          onTheirs={() => {
            take(conflict.current);
            setConflict(null);
          }}
          onMine={() => {
            setConflict(null);
            send(conflict.current.rev, conflict.patch).catch((error: unknown) => {
              toast({ kind: 'alarm', text: `${t('dataloggers:settings.failed')}: ${t(`errors:${failureOf(error).code}`)}` });
            });
          }}
          onClose={() => setConflict(null)}
        />
      ) : null}
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
    const result = await store.save(from, { [kind]: value });
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
    <section className="stack tight">
      <h2 className="h2">{t(`dataloggers:settings.${title}`)}</h2>
      <p className="soft">{t(`dataloggers:settings.${text}`)}</p>
      <Button icon={act.icon} onPress={() => void turn(row, !isOn, true)}>
        {t(`dataloggers:settings.${act.label}`)}
      </Button>
    </section>
  );
}
