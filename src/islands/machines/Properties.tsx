import { useStore } from '@nanostores/react';
import type { MachinePatch, MachineStore } from '../../lib/client/machines/machine.store.ts';
import { LOCALE_TAGS } from '../../lib/constants.ts';
import { type Machine, updateMachine } from '../../lib/contract/machines.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { toast } from '../ui/toasts.ts';
import { wordsOf } from './facets.ts';
import { piecesPerHour } from './output.ts';
import { RULES } from './rules.ts';
import { WordField } from './WordField.tsx';

const TEXTS = ['name', 'workspace_id', 'code', 'kind', 'site', 'hall', 'line', 'manufacturer', 'model', 'serial_number', 'note'] as const;
const NUMBERS = ['ideal_cycle_s', 'planned_stop_limit_s', 'micro_stop_limit_s', 'cost_per_hour'] as const;
type Values = Record<(typeof TEXTS)[number], string> & Record<(typeof NUMBERS)[number], number | null>;

const valuesOf = (row: Machine): Values => {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, row[field] ?? '']));
  return { ...texts, ...Object.fromEntries(NUMBERS.map((field) => [field, row[field]])) } as Values;
};
/** The change as it will be sent. */
const schema = { safeParse: (values: unknown) => updateMachine.body.safeParse({ ...(values as Values), rev: 0 }) };

const YEAR_S = 31_536_000;
/** What is not saved yet keeps its button in sight, however long the form. */
const KEPT_IN_SIGHT = 'sticky bottom-[var(--foot,0px)] z-2 py-2.5 bg-surface border-t border-t-line';
const LIMITS = [
  ['planned_stop_limit_s', 'planned_hint'],
  ['micro_stop_limit_s', 'micro_hint'],
] as const;

/** How people of the language write the money: `Kč`. */
function symbolOf(currency: string, tag: string): string {
  const parts = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** What the machine is, changed where it stands. */
export function Properties({
  context,
  store,
  row,
  canWrite,
}: {
  context: PageContext;
  store: MachineStore;
  row: Machine;
  canWrite: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const tag = LOCALE_TAGS[useLocale()];
  const places = useStore(store.$places);
  const currency = useStore(store.$currency);
  const workspaces = context.profile.links.workspaces.filter(
    (one) =>
      one.organization_id === context.organization &&
      (one.workspace_id === row.workspace_id || context.can('machines:write', one.workspace_id)),
  );
  const { form, dirty, discard, conflict } = useRowForm<Machine, Values>({
    row,
    valuesOf,
    schema,
    rules: RULES,
    draft: 'machine',
    texts: ['name', 'workspace_id'],
    label: (field) => t(`machines:field.${field}`),
    written: (field, value) => {
      if (field === 'workspace_id') return workspaces.find((one) => one.workspace_id === value)?.name ?? '…';
      return typeof value === 'number' ? format.number(value, null) : String(value);
    },
    save: (rev, patch) => store.save(rev, patch as MachinePatch),
    onSaved: () => toast({ text: t('machines:form.saved') }),
  });
  const disabled = !canWrite;
  const text = (field: 'code' | 'manufacturer' | 'model' | 'serial_number') => (
    <TextField {...form.field(field)} label={t(`machines:field.${field}`)} autoComplete="off" />
  );
  const word = (field: 'kind' | 'site' | 'hall' | 'line') => (
    <WordField {...form.field(field)} label={t(`machines:field.${field}`)} words={wordsOf(places, field)} />
  );
  const pieces = piecesPerHour(form.values.ideal_cycle_s);
  const rate = pieces === null ? null : t('machines:form.pieces_per_hour', { count: format.number(pieces) });
  return (
    <form
      className="stack gap-6 [&_legend]:mb-3"
      {...form.props}
      aria-label={t('machines:form.title')}
      onFocus={canWrite ? store.wantPlaces : undefined}
    >
      {canWrite ? null : <p className="note">{t('machines:form.read_only')}</p>}
      <DraftNote form={form} />
      <FormFailure failure={form.failure} />
      <fieldset className="stack" disabled={disabled}>
        <legend className="h2">{t('machines:form.identification')}</legend>
        <TextField {...form.field('name')} label={t('machines:field.name')} required autoComplete="off" />
        <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
          {text('code')}
          {word('kind')}
          {text('manufacturer')}
          {text('model')}
          {text('serial_number')}
        </div>
        <TextArea {...form.field('note')} label={t('machines:field.note')} rows={3} maxLength={4_000} />
      </fieldset>
      <fieldset className="stack" disabled={disabled}>
        <legend className="h2">{t('machines:form.place')}</legend>
        <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
          {word('site')}
          {word('hall')}
          {word('line')}
          {workspaces.length > 1 ? (
            <Select
              {...form.field('workspace_id')}
              label={t('machines:field.workspace_id')}
              options={workspaces.map((one) => ({ id: one.workspace_id, text: one.name }))}
              hint={row.datalogger_count > 0 && canWrite ? t('machines:form.move_hint') : undefined}
              disabled={disabled || row.datalogger_count > 0}
            />
          ) : null}
        </div>
      </fieldset>
      <fieldset className="stack" disabled={disabled}>
        <legend className="h2">{t('machines:form.output')}</legend>
        <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
          <NumberField
            {...form.typed('ideal_cycle_s')}
            label={t('machines:field.ideal_cycle_s')}
            hint={rate ? t('machines:form.cycle_rate', { rate }) : t('machines:form.cycle_hint')}
            unit={t('machines:form.seconds')}
            min={0}
            max={YEAR_S}
            decimals={3}
            disabled={disabled}
          />
          <NumberField
            {...form.typed('cost_per_hour')}
            label={t('machines:field.cost_per_hour')}
            {...(currency ? { unit: `${symbolOf(currency, tag)}/h` } : {})}
            min={0}
            max={1e9}
            decimals={2}
            disabled={disabled}
          />
          {LIMITS.map(([field, hint]) => (
            <NumberField
              key={field}
              {...form.typed(field)}
              label={t(`machines:field.${field}`)}
              hint={t(`machines:form.${hint}`)}
              unit={t('machines:form.seconds')}
              min={0}
              max={YEAR_S}
              decimals={1}
              disabled={disabled}
            />
          ))}
        </div>
      </fieldset>
      {canWrite ? (
        <div className={`row gap-1.5 ${dirty ? KEPT_IN_SIGHT : ''}`}>
          <Button variant="primary" type="submit" isDisabled={!dirty} isPending={form.busy}>
            {t('machines:form.save')}
          </Button>
          {dirty ? (
            <Button variant="ghost" onPress={discard}>
              {t('machines:form.discard')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {conflict}
    </form>
  );
}
