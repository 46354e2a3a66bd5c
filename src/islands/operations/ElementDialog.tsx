import { useRef } from 'react';
import { ApiError } from '../../lib/client/kernel/api.ts';
import type { OperationStore } from '../../lib/client/operations/operations.store.ts';
import type { ElementSettings, Operation } from '../../lib/contract/operations.ts';
import { type CountedFrequency, frequencyDiffers, frequencyNear } from '../../lib/domain/time-study/frequency.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { PercentFields, type Percents, percentsOf, sharesOf } from '../allowance-sets/SetFields.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toast } from '../ui/toasts.ts';
import { type NamedElement, SeenInCycles, settingsOf } from './ElementsTab.tsx';

await ready('operation-tabs', 'allowance-sets');

type Values = Percents & {
  occurrences: number | null;
  cycles: number | null;
  machine_paced: boolean;
  /** Empty = it has its own place in the cycle. */
  within: string;
  break_point: string;
  own: boolean;
};

/** How one element is counted. */
export default function ElementDialog({
  store,
  row,
  element,
  elements,
  counted,
  onClose,
}: {
  store: OperationStore;
  row: Operation;
  element: NamedElement;
  elements: readonly NamedElement[];
  /** How often it was seen; undefined where nobody marked cycles. */
  counted: CountedFrequency | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const was = settingsOf(row.elements, element.id);
  const form = useForm<Values>({
    initial: {
      occurrences: was.occurrences,
      cycles: was.cycles,
      machine_paced: was.machine_paced,
      within: was.within ?? '',
      break_point: was.break_point ?? '',
      own: was.shares !== null,
      ...percentsOf(was.shares ?? { personal: 0.05, fatigue: 0.04, contingency: 0.02, interference: 0 }),
    },
    rules: { occurrences: 'required', cycles: 'required', break_point: 'max:200' },
    draft: `element ${row.id} ${element.id}`,
    onSubmit: async ({ occurrences, cycles, machine_paced, within, break_point, own, ...percents }) => {
      const next: ElementSettings = {
        activity_id: element.id,
        occurrences: occurrences ?? 1,
        cycles: cycles ?? 1,
        machine_paced,
        within: machine_paced ? null : within || null,
        break_point: break_point.trim() || null,
        shares: own ? sharesOf(percents) : null,
      };
      // What was done while this ran has its own place again, where it is no machine's any more.
      const others = row.elements
        .filter(({ activity_id }) => activity_id !== element.id)
        .map((one) => (one.within === element.id && !machine_paced ? { ...one, within: null } : one));
      const result = await store.save(row.rev, { elements: [...others, next] });
      if (result.status === 'conflict') throw new ApiError('stale_rev', null);
      if (result.status === 'error') throw result.error;
      toast({ text: t('operation-tabs:saved') });
      onClose();
    },
  });
  const machines = elements.filter(({ id }) => id !== element.id && settingsOf(row.elements, id).machine_paced);
  return (
    <FormDialog
      title={t('operation-tabs:elements.dialog', { name: element.name })}
      form={form}
      submit={t('operation-tabs:save')}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
          <NumberField
            {...form.typed('occurrences')}
            label={t('operation-tabs:elements.occurrences')}
            hint={t('operation-tabs:elements.occurrences_hint')}
            required
            min={1}
            max={10_000}
            decimals={0}
          />
          <NumberField {...form.typed('cycles')} label={t('operation-tabs:elements.cycles')} required min={1} max={10_000} decimals={0} />
        </div>
        {counted ? <Counted counted={counted} form={form} /> : null}
        <Checkbox
          name="machine_paced"
          checked={form.values.machine_paced}
          hint={t('operation-tabs:elements.machine_hint')}
          onChange={(checked) => form.set('machine_paced', checked)}
        >
          {t('operation-tabs:elements.machine_paced')}
        </Checkbox>
        {form.values.machine_paced || machines.length === 0 ? null : (
          <Select
            {...form.field('within')}
            label={t('operation-tabs:elements.within_label')}
            hint={t('operation-tabs:elements.within_hint')}
            options={[{ id: '', text: t('operation-tabs:elements.external') }, ...machines.map(({ id, name }) => ({ id, text: name }))]}
          />
        )}
        <TextField
          {...form.field('break_point')}
          label={t('operation-tabs:elements.break_point')}
          hint={t('operation-tabs:elements.break_hint')}
          autoComplete="off"
          maxLength={200}
        />
        <Checkbox name="own" checked={form.values.own} onChange={(checked) => form.set('own', checked)}>
          {t('operation-tabs:elements.own')}
        </Checkbox>
        {form.values.own ? <PercentFields form={form} /> : null}
      </div>
    </FormDialog>
  );
}

/** What the cycles of the study show, and a press that takes it over where something else is set. */
function Counted({ counted, form }: { counted: CountedFrequency; form: Pick<ReturnType<typeof useForm<Values>>, 'typed' | 'values'> }) {
  const t = useT();
  const format = useFormat();
  const { occurrences, cycles } = form.values;
  const set = { occurrences: occurrences || 1, cycles: cycles || 1 };
  const near = frequencyNear(counted);
  const said = useRef<HTMLDivElement>(null);
  return (
    <div ref={said} tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-2 outline-none" role="status">
      <span className="soft">{t('operation-tabs:elements.seen_label')}</span>
      <SeenInCycles counted={counted} frequency={set} />
      {frequencyDiffers(counted, set) ? (
        <Button
          size="sm"
          onPress={() => {
            form.typed('occurrences').onType(near.occurrences, null, null);
            form.typed('cycles').onType(near.cycles, null, null);
            // The button goes with it, and whoever uses keys goes on from here.
            said.current?.focus();
          }}
        >
          {t('operation-tabs:elements.take', { frequency: `${format.number(near.occurrences)}/${format.number(near.cycles)}` })}
        </Button>
      ) : null}
    </div>
  );
}
