import { ALLOWANCE_BASES, type AllowanceSet, type AllowanceShares } from '../../lib/contract/allowance-sets.ts';
import { ALLOWANCE_KINDS } from '../../lib/domain/time-study/standard-card.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import type { useForm } from '../ui/form/useForm.ts';
import { usePercent } from './percent.ts';

/** Per cents, as people write them. */
export type Percents = { personal: number | null; fatigue: number | null; contingency: number | null; interference: number | null };
export type SetValues = Percents & { name: string; basis: AllowanceSet['basis']; to_confirm: boolean };

const toPercent = (share: number) => Math.round(share * 100_000) / 1_000;
export const percentsOf = (shares: AllowanceShares): Percents => ({
  personal: toPercent(shares.personal),
  fatigue: toPercent(shares.fatigue),
  contingency: toPercent(shares.contingency),
  interference: toPercent(shares.interference),
});
export const sharesOf = ({ personal, fatigue, contingency, interference }: Percents): AllowanceShares => ({
  personal: (personal ?? 0) / 100,
  fatigue: (fatigue ?? 0) / 100,
  contingency: (contingency ?? 0) / 100,
  interference: (interference ?? 0) / 100,
});
export const setValues = (row: Pick<AllowanceSet, 'name' | 'basis' | 'shares' | 'to_confirm'>): SetValues => ({
  name: row.name,
  basis: row.basis,
  to_confirm: row.to_confirm,
  ...percentsOf(row.shares),
});

/** Fields of the four kinds, per cents, with what they make together. */
export function PercentFields<V extends Percents>({ form }: { form: Pick<ReturnType<typeof useForm<V>>, 'typed' | 'values'> }) {
  const t = useT();
  const percent = usePercent();
  const together = ALLOWANCE_KINDS.reduce((sum, kind) => sum + (form.values[kind] ?? 0), 0);
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        {ALLOWANCE_KINDS.map((kind) => (
          <NumberField
            key={kind}
            {...(form.typed(kind) as object as ReturnType<ReturnType<typeof useForm<Percents>>['typed']>)}
            label={t(`allowance-sets:kind.${kind}`)}
            hint={t(`allowance-sets:kind_hint.${kind}`)}
            unit="%"
            min={0}
            max={90}
            step={1}
            decimals={2}
          />
        ))}
      </div>
      <p className="soft">{t('allowance-sets:together', { value: percent(together / 100) })}</p>
    </>
  );
}

export function SetFields({ form, fresh = false }: { form: ReturnType<typeof useForm<SetValues>>; fresh?: boolean }) {
  const t = useT();
  return (
    <div className="grid min-w-0 gap-4">
      <TextField
        {...form.field('name')}
        label={t('allowance-sets:column.name')}
        required
        autoFocus={fresh}
        autoComplete="off"
        maxLength={200}
      />
      <Select
        {...form.field('basis')}
        onChange={(basis) => form.set('basis', basis as SetValues['basis'])}
        onCommit={() => undefined}
        label={t('allowance-sets:column.basis')}
        hint={t(`allowance-sets:formula.${form.values.basis}`)}
        options={ALLOWANCE_BASES.map((id) => ({ id, text: t(`allowance-sets:basis.${id}`) }))}
      />
      <PercentFields form={form} />
      <Checkbox
        name="to_confirm"
        checked={form.values.to_confirm}
        hint={t('allowance-sets:to_confirm_hint')}
        onChange={(checked) => form.set('to_confirm', checked)}
      >
        {t('allowance-sets:to_confirm')}
      </Checkbox>
    </div>
  );
}
