import { LOCALES } from '../../lib/constants.ts';
import { MEAN_KINDS } from '../../lib/contract/means.ts';
import { QUANTITY_NAMES, type Quantity, SENSOR_KINDS } from '../../lib/contract/sensor-types.ts';
import { boundIn } from '../../lib/domain/quantities/plausible.ts';
import { toCanonical, unitOf, unitsOf } from '../../lib/domain/quantities/quantities.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { ColorChoice } from '../activities/ColorChoice.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import type { FieldProblem } from '../ui/form/sentence.ts';
import { TextField } from '../ui/form/TextField.tsx';
import type { useForm } from '../ui/form/useForm.ts';
import { isNumeric, symbolOf, type TypeValues } from './type-values.ts';

await ready('activities');

const TWO = 'grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1';

/** Fields of a type; what was stored by quantity and kind keeps them. */
export function TypeFields({ form, stored = false }: { form: ReturnType<typeof useForm<TypeValues>>; stored?: boolean }) {
  const t = useT();
  const locale = useLocale();
  const { quantity, kind, display_unit } = form.values;
  const shownIn = unitOf(quantity, display_unit);
  /** A bound is kept as it is stored and written in the unit that people see. */
  const bound = (name: 'range_min' | 'range_max') => {
    const { value, onChange, onCommit, onType, ...field } = form.typed(name);
    const shown = value === null || shownIn === null ? value : boundIn(value, shownIn);
    const stored = (written: number | null) => {
      // Leaving the field changes nothing, however many digits are stored.
      if (written === shown) return value;
      return written === null || shownIn === null ? written : toCanonical(written, shownIn);
    };
    return {
      ...field,
      value: shown,
      onChange: (written: number | null) => onChange(stored(written)),
      onCommit: (written: number | null) => onCommit(stored(written)),
      onType: (written: number | null, ...how: [string | null, FieldProblem | null]) => onType(stored(written), ...how),
      unit: symbolOf(quantity, display_unit),
    };
  };
  const chooseQuantity = (next: Quantity) => {
    form.set('quantity', next);
    form.set('display_unit', unitsOf(next)[0]?.code ?? '');
    const number = next !== 'state' && next !== 'text';
    if (next === 'state' || next === 'text') form.set('kind', next);
    else if (!isNumeric(kind)) form.set('kind', 'gauge');
    form.set('mean', number ? 'time_weighted' : 'last');
    if (!number) for (const name of ['decimals', 'range_min', 'range_max'] as const) form.set(name, null);
  };
  const kinds = SENSOR_KINDS.filter(
    (one) => quantity === 'custom' || (quantity === 'state' || quantity === 'text' ? one === quantity : isNumeric(one)),
  );
  const units = unitsOf(quantity);
  return (
    <div className="grid min-w-0 gap-4">
      {[locale, ...LOCALES.filter((one) => one !== locale)].map((one) => (
        <TextField
          key={one}
          {...form.field(`name_${one}`)}
          label={t(`sensor-types:field.name_${one}`)}
          required={one === locale}
          autoFocus={!stored && one === locale}
          autoComplete="off"
        />
      ))}
      <div className={TWO}>
        <Select
          name="quantity"
          value={quantity}
          label={t('sensor-types:field.quantity')}
          options={QUANTITY_NAMES.map((id) => ({ id, text: t(`sensor-types:quantity.${id}`) }))}
          onChange={(next) => chooseQuantity(next as Quantity)}
          disabled={stored}
        />
        <Select
          name="kind"
          value={kind}
          label={t('sensor-types:field.kind')}
          options={kinds.map((id) => ({ id, text: t(`sensor-types:kind.${id}`) }))}
          onChange={(next) => form.set('kind', next as TypeValues['kind'])}
          disabled={stored}
        />
        {quantity === 'custom' ? (
          <TextField {...form.field('display_unit')} label={t('sensor-types:field.unit')} required disabled={stored} autoComplete="off" />
        ) : units.length > 1 ? (
          <Select
            {...form.field('display_unit')}
            label={t('sensor-types:field.display_unit')}
            hint={t('sensor-types:field.display_unit_hint')}
            options={units.map(({ code, symbol }) => ({ id: code, text: symbol }))}
          />
        ) : null}
        {isNumeric(kind) ? (
          <>
            <NumberField {...form.typed('decimals')} label={t('sensor-types:field.decimals')} min={0} max={9} decimals={0} />
            <NumberField {...bound('range_min')} label={t('sensor-types:field.range_min')} />
            <NumberField {...bound('range_max')} label={t('sensor-types:field.range_max')} />
            <div className="col-span-full">
              <Select
                name="mean"
                value={form.values.mean}
                label={t('sensor-types:field.mean')}
                options={MEAN_KINDS.map((id) => ({ id, text: t(`sensor-types:mean.${id}`) }))}
                onChange={(next) => form.set('mean', next as TypeValues['mean'])}
              />
            </div>
          </>
        ) : null}
      </div>
      <ColorChoice
        label={t('sensor-types:field.color')}
        value={form.values.color}
        none={t('sensor-types:field.color_none')}
        onChange={(color) => form.set('color', color)}
      />
    </div>
  );
}
