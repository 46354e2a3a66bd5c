import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { RowSaved } from '../../lib/client/kernel/server-rows.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createMachineChoice } from '../../lib/client/machines/machine-choice.store.ts';
import type { MeasurementPatch, MeasurementStore } from '../../lib/client/measurements/measurement.store.ts';
import { createOperationChoice } from '../../lib/client/operations/operations.store.ts';
import { type Measurement, type Observed, updateMeasurement } from '../../lib/contract/measurements.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import MachineChoice from '../machine-choice/MachineChoice.tsx';
import { Button } from '../ui/Button.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { Sorted } from './Sorted.tsx';

await ready('measurement-tabs');

type Values = { name: string; note: string } & Record<`${'lane' | 'worker'}_${string}`, string>;

const valuesOf = (row: Measurement): Values => ({
  name: row.name,
  note: row.note ?? '',
  ...Object.fromEntries(
    row.lanes.flatMap(({ id, name, worker }) => [
      [`lane_${id}`, name],
      [`worker_${id}`, worker ?? ''],
    ]),
  ),
});

/** The lanes with what the form says of them. */
const lanesOf = (lanes: readonly Observed[], values: Partial<Record<string, string | null>>): Observed[] =>
  lanes.map((lane) => ({
    ...lane,
    name: values[`lane_${lane.id}`]?.trim() || lane.name,
    worker: `worker_${lane.id}` in values ? values[`worker_${lane.id}`]?.trim() || null : lane.worker,
  }));

function toPatch(row: Measurement, values: Partial<Record<string, string | null>>): MeasurementPatch {
  const touched = Object.keys(values).some((key) => key.startsWith('lane_') || key.startsWith('worker_'));
  return {
    ...('name' in values ? { name: values.name ?? '' } : {}),
    ...('note' in values ? { note: values.note ?? null } : {}),
    ...(touched ? { lanes: lanesOf(row.lanes, values) } : {}),
  };
}

/** What the measurement is called, who was observed under which pseudonym, and its end. */
export default function Settings({
  deps,
  store,
  row,
  canWrite,
  canSeeMachines,
}: {
  deps: StoreDeps;
  store: MeasurementStore;
  row: Measurement;
  canWrite: boolean;
  canSeeMachines: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const machines = useMemo(() => createMachineChoice(deps, row.workspace_id), [deps, row.workspace_id]);
  const sorting = useStore(store.$sorting);
  const { form, dirty, discard, conflict } = useRowForm<Measurement, Values>({
    row,
    valuesOf,
    schema: { safeParse: (values: unknown) => updateMeasurement.body.safeParse({ ...toPatch(row, values as Values), rev: 0 }) },
    rules: { name: 'required|max:200', note: 'max:4000' },
    draft: 'measurement',
    texts: ['name', ...row.lanes.map(({ id }) => `lane_${id}` as const)],
    label: (field) => {
      const [kind, ...rest] = field.split('_');
      const lane = row.lanes.find(({ id }) => id === rest.join('_'));
      if (lane) return `${lane.name}: ${t(kind === 'lane' ? 'measurement-tabs:form.lane' : 'measurement-tabs:form.worker')}`;
      return t(field === 'name' ? 'measurement-tabs:form.name' : 'measurement-tabs:form.note');
    },
    save: (rev, patch) => store.save(rev, toPatch(row, patch as Partial<Record<string, string | null>>)),
    onSaved: () => toast({ text: t('measurement-tabs:form.saved') }),
  });
  /** What is chosen at once, whatever was tapped meanwhile. */
  const choose = async (patch: MeasurementPatch) => {
    const state = store.$state.get();
    const result = await store.save(state.status === 'ready' ? state.row.rev : row.rev, patch);
    return told(result.status === 'conflict' ? await store.save(result.current.rev, patch) : result);
  };
  const told = (result: RowSaved<Measurement>): boolean => {
    if (result.status === 'error')
      toast({ kind: 'alarm', text: `${t('measurements:failed')}: ${t(`errors:${failureOf(result.error).code}`)}` });
    return result.status === 'saved';
  };
  const archive = async (archived: boolean) => {
    const done = await choose({ archived });
    if (done && archived)
      toast({ text: t('measurement-tabs:form.archived'), action: { text: t('measurements:undo'), run: () => void archive(false) } });
  };
  const disabled = !canWrite;
  return (
    <div className="grid grid-cols-[minmax(0,620px)_minmax(260px,340px)] gap-8 pt-4 px-5 pb-8 max-[961px]:grid-cols-1">
      <form className="flex flex-col gap-6" {...form.props} aria-label={t('measurement-tabs:form.title')}>
        {canWrite ? null : <p className="note">{t('measurement-tabs:form.read_only')}</p>}
        <DraftNote form={form} />
        <FormFailure failure={form.failure} />
        <fieldset className="flex flex-col gap-3" disabled={disabled}>
          <legend className="h2 mb-2">{t('measurement-tabs:form.title')}</legend>
          <TextField {...form.field('name')} label={t('measurement-tabs:form.name')} required autoComplete="off" />
          <TextArea {...form.field('note')} label={t('measurement-tabs:form.note')} rows={3} maxLength={4_000} />
        </fieldset>
        <fieldset className="flex flex-col gap-3" disabled={disabled}>
          <legend className="h2 mb-2">{t('measurement-tabs:form.lanes')}</legend>
          <p className="soft">{t('measurement-tabs:form.lanes_text')}</p>
          {row.lanes.map((lane) => (
            <div key={lane.id} className="grid grid-cols-2 gap-3">
              <TextField
                {...form.field(`lane_${lane.id}`)}
                value={form.values[`lane_${lane.id}`] ?? ''}
                label={t('measurement-tabs:form.lane')}
                autoComplete="off"
                maxLength={60}
              />
              {lane.kind === 'worker' ? (
                <TextField
                  {...form.field(`worker_${lane.id}`)}
                  value={form.values[`worker_${lane.id}`] ?? ''}
                  label={t('measurement-tabs:form.worker')}
                  hint={lane.worker_name ?? t('measurement-tabs:form.worker_hint')}
                  autoComplete="off"
                  maxLength={40}
                />
              ) : null}
            </div>
          ))}
        </fieldset>
        {canWrite ? (
          <div className={dirty ? 'row save on' : 'row save'}>
            <Button variant="primary" type="submit" isDisabled={!dirty} isPending={form.busy}>
              {t('measurement-tabs:form.save')}
            </Button>
            {dirty ? (
              <Button variant="ghost" onPress={discard}>
                {t('measurement-tabs:form.discard')}
              </Button>
            ) : null}
          </div>
        ) : null}
        {conflict}
      </form>
      <div className="flex flex-col items-start gap-3">
        {canSeeMachines ? (
          <div className="w-full">
            <MachineChoice
              store={machines}
              label={t('measurement-tabs:form.machine')}
              value={row.machine_id}
              disabled={disabled}
              onChange={(machine_id) => void choose({ machine_id })}
            />
          </div>
        ) : null}
        <OperationChoice deps={deps} row={row} disabled={disabled} onChange={(operation_id) => choose({ operation_id })} />
        <dl className="flex flex-col items-start gap-3">
          {canSeeMachines ? null : (
            <div>
              <dt className="text-11 text-ink-3">{t('measurement-tabs:about.machine')}</dt>
              <dd>{row.machine_name ?? '–'}</dd>
            </div>
          )}
          <div>
            <dt className="text-11 text-ink-3">{t('measurement-tabs:about.shift')}</dt>
            <dd>{row.shift ? `${row.shift.name}, ${format.time(row.shift.from)}–${format.time(row.shift.to)}` : '–'}</dd>
          </div>
          <div>
            <dt className="text-11 text-ink-3">{t('measurement-tabs:about.consent')}</dt>
            <dd>{row.consent_at === null ? t('measurement-tabs:about.no_consent') : format.dateTime(row.consent_at)}</dd>
          </div>
          <div>
            <dt className="text-11 text-ink-3">{t('measurement-tabs:about.taps')}</dt>
            <dd>{format.number(row.tap_count)}</dd>
          </div>
        </dl>
        <h2 className="h2">{t('measurement-tabs:keep.title')}</h2>
        <Sorted store={store}>
          <p className="soft">
            {sorting.kept_at === null
              ? t('measurement-tabs:keep.text')
              : t('measurement-tabs:keep.kept', { when: format.dateTime(sorting.kept_at) })}
          </p>
          {canWrite ? (
            <Button onPress={() => void store.keepSorting(sorting.kept_at === null).then(told)}>
              {t(sorting.kept_at === null ? 'measurement-tabs:keep.keep' : 'measurement-tabs:keep.release')}
            </Button>
          ) : null}
        </Sorted>
        {canWrite ? (
          <Button onPress={() => void archive(row.archived_at === null)}>
            {t(row.archived_at === null ? 'measurement-tabs:form.archive' : 'measurement-tabs:form.restore')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The operation into whose standard the measurement counts. */
function OperationChoice({
  deps,
  row,
  disabled,
  onChange,
}: {
  deps: StoreDeps;
  row: Measurement;
  disabled: boolean;
  onChange: (operation: string | null) => Promise<boolean>;
}) {
  const t = useT();
  const locale = useLocale();
  const store = useMemo(() => createOperationChoice(deps, row.workspace_id), [deps, row.workspace_id]);
  useStarted(store);
  const state = useStore(store.$state);
  const listed = state.status === 'ready' ? state.data : [];
  const { operation_id, operation_name } = row;
  const options = [
    { id: '', text: t('measurement-tabs:form.no_operation') },
    ...listed.map(({ id, code, name }) => ({ id, text: `${code} ${name}` })),
    ...(operation_id !== null && !listed.some(({ id }) => id === operation_id) ? [{ id: operation_id, text: operation_name ?? '…' }] : []),
  ];
  const take = async (id: string) => {
    if (await onChange(id || null)) toast({ text: t('measurement-tabs:form.operation_set') });
  };
  return (
    <div className="grid w-full gap-1">
      <Select
        label={t('measurement-tabs:form.operation')}
        hint={t('measurement-tabs:form.operation_hint')}
        value={operation_id ?? ''}
        options={options}
        disabled={disabled || state.status !== 'ready'}
        onChange={(id) => void take(id)}
      />
      {operation_id === null ? null : (
        <a className="link text-12" href={href('/tm/operations/{id}', { id: operation_id }, locale)}>
          {t('measurement-tabs:form.open_operation')}
        </a>
      )}
    </div>
  );
}
