import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { createSetChoice } from '../../lib/client/allowance-sets/allowance-sets.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createMachineChoice } from '../../lib/client/machines/machine-choice.store.ts';
import type { OperationPatch, OperationStore } from '../../lib/client/operations/operations.store.ts';
import type { Operation } from '../../lib/contract/operations.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import MachineChoice from '../machine-choice/MachineChoice.tsx';
import { Button } from '../ui/Button.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';

await ready('operation-tabs');

type Values = Pick<Operation, 'code' | 'name' | 'unit'> & {
  product: string;
  note: string;
  machine_id: string | null;
  pieces_per_cycle: number | null;
  /** Minutes. */
  setup: number | null;
  batch: number | null;
  shift_h: number | null;
  /** Empty = none. */
  set: string;
};

const valuesOf = (row: Operation): Values => ({
  code: row.code,
  name: row.name,
  unit: row.unit,
  product: row.product ?? '',
  note: row.note ?? '',
  machine_id: row.machine_id,
  pieces_per_cycle: row.pieces_per_cycle,
  setup: Math.round((row.setup_s / 60) * 10_000) / 10_000,
  batch: row.batch,
  shift_h: row.shift_h,
  set: row.allowance_set_id ?? '',
});

const PAIR = 'grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1';

/** What the operation is called, where it is done, and by what its standard is computed. */
export default function Settings({
  deps,
  store,
  row,
  mayWrite,
  canSeeMachines,
}: {
  deps: StoreDeps;
  store: OperationStore;
  row: Operation;
  mayWrite: boolean;
  canSeeMachines: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const machines = useMemo(() => createMachineChoice(deps, row.workspace_id), [deps, row.workspace_id]);
  const sets = useMemo(() => createSetChoice(deps), [deps]);
  useStarted(sets);
  const known = useStore(sets.$state);
  const { form, dirty, discard, conflict } = useRowForm<Operation, Values>({
    row,
    valuesOf,
    rules: {
      code: 'required|max:40',
      name: 'required|max:200',
      unit: 'required|max:20',
      product: 'max:200',
      note: 'max:4000',
      pieces_per_cycle: 'required',
      setup: 'required',
      batch: 'required',
      shift_h: 'required',
    },
    draft: `operation ${row.id}`,
    texts: ['code', 'name', 'unit'],
    label: (field) => t(`operation-tabs:field.${field}`),
    written: (field, value) => {
      if (typeof value === 'number') return format.number(value);
      if (field !== 'set') return String(value);
      return known.status === 'ready' ? (known.data.find(({ id }) => id === value)?.name ?? '') : '';
    },
    save: (rev, { setup, set, ...rest }) =>
      store.save(rev, {
        ...(rest as OperationPatch),
        ...(setup == null ? {} : { setup_s: setup * 60 }),
        ...(set === undefined ? {} : { allowance_set_id: set || null }),
      }),
    onSaved: () => toast({ text: t('operation-tabs:saved') }),
  });
  const listed = known.status === 'ready' ? known.data : [];
  const current = row.allowance_set_id;
  // A set that is archived stays what the operation has.
  const options = [
    { id: '', text: t('operation-tabs:no_set') },
    ...listed.map(({ id, name }) => ({ id, text: name })),
    ...(current !== null && !listed.some(({ id }) => id === current)
      ? [{ id: current, text: t(known.status === 'ready' ? 'operation-tabs:archived_set' : 'operation-tabs:set_loading') }]
      : []),
  ];
  return (
    <form className="grid max-w-180 gap-4 p-5 slim:p-4" {...form.props} aria-label={t('operation-tabs:settings')}>
      {mayWrite ? null : <p className="note">{t('operation-tabs:read_only')}</p>}
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <fieldset className="grid min-w-0 gap-4" disabled={!mayWrite}>
        <legend className="h2 mb-2">{t('operation-tabs:about')}</legend>
        <div className="grid grid-cols-[1fr_2fr] items-start gap-4 *:min-w-0 slim:grid-cols-1">
          <TextField {...form.field('code')} label={t('operation-tabs:field.code')} required autoComplete="off" maxLength={40} />
          <TextField {...form.field('name')} label={t('operation-tabs:field.name')} required autoComplete="off" maxLength={200} />
        </div>
        <div className={PAIR}>
          <TextField {...form.field('product')} label={t('operation-tabs:field.product')} autoComplete="off" maxLength={200} />
          {canSeeMachines ? (
            <MachineChoice
              store={machines}
              label={t('operation-tabs:field.machine_id')}
              value={form.values.machine_id}
              disabled={!mayWrite}
              onChange={(machine) => form.set('machine_id', machine)}
            />
          ) : null}
        </div>
        <TextArea {...form.field('note')} label={t('operation-tabs:field.note')} rows={3} maxLength={4_000} />
      </fieldset>
      <fieldset className="grid min-w-0 gap-4" disabled={!mayWrite}>
        <legend className="h2 mb-2">{t('operation-tabs:computed_by')}</legend>
        <p className="soft">{t('operation-tabs:computed_text')}</p>
        <div className={PAIR}>
          <TextField
            {...form.field('unit')}
            label={t('operation-tabs:field.unit')}
            hint={t('operation-tabs:unit_hint')}
            required
            autoComplete="off"
            maxLength={20}
          />
          <NumberField
            {...form.typed('pieces_per_cycle')}
            label={t('operation-tabs:field.pieces_per_cycle')}
            hint={t('operation-tabs:pieces_hint')}
            required
            min={0.001}
            max={100_000}
            decimals={3}
            step={1}
          />
          <NumberField
            {...form.typed('setup')}
            label={t('operation-tabs:field.setup')}
            hint={t('operation-tabs:setup_hint')}
            required
            unit="min"
            min={0}
            max={100_000}
            decimals={4}
            step={1}
          />
          <NumberField
            {...form.typed('batch')}
            label={t('operation-tabs:field.batch')}
            required
            unit={form.values.unit}
            min={0.001}
            max={10_000_000}
            decimals={3}
            step={1}
          />
          <NumberField
            {...form.typed('shift_h')}
            label={t('operation-tabs:field.shift_h')}
            required
            unit="h"
            min={0.1}
            max={24}
            decimals={2}
            step={0.5}
          />
          <Select
            {...form.field('set')}
            label={t('operation-tabs:field.set')}
            options={options}
            hint={
              <a className="link" href={href('/tm/allowance-sets', null, locale)}>
                {t('operation-tabs:sets')}
              </a>
            }
          />
        </div>
      </fieldset>
      {mayWrite ? (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" isPending={form.busy} isDisabled={!dirty}>
            {t('operation-tabs:save')}
          </Button>
          {dirty ? <Button onPress={discard}>{t('operation-tabs:discard')}</Button> : null}
        </div>
      ) : null}
      {conflict}
    </form>
  );
}
