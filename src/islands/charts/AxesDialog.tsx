import type { Channel } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { useForm } from '../ui/form/useForm.ts';
import type { AxisEnds, ChartSetup } from './setup.ts';

await ready('chart-tools', 'forms');

type Values = { panes: string } & Record<`low${number}` | `high${number}`, number | null>;

const APART = '1';
const TOGETHER = '2';
const NO_ENDS: AxisEnds = { low: null, high: null };

/** Where the axis of each unit begins and ends, and whether two units share a pane. */
export default function AxesDialog({
  channels,
  setup,
  onChoose,
  onClose,
}: {
  channels: readonly Channel[];
  setup: ChartSetup;
  onChoose: (setup: Pick<ChartSetup, 'together' | 'ends'>) => void;
  onClose: () => void;
}) {
  const t = useT();
  const numbers = channels.filter(({ kind }) => kind === 'gauge' || kind === 'counter');
  const units = [...new Set(numbers.map(({ display_unit }) => display_unit ?? ''))];
  const at = (index: number) => setup.ends[units[index]!] ?? NO_ENDS;
  const form = useForm<Values>({
    initial: {
      panes: setup.together ? TOGETHER : APART,
      ...Object.fromEntries(
        units.flatMap((_, index) => [
          [`low${index}`, at(index).low],
          [`high${index}`, at(index).high],
        ]),
      ),
    },
    draft: 'chart axes',
    rules: {},
    onSubmit: async (values) => {
      const ends = units.map(
        (unit, index) => [unit, { low: values[`low${index}`] ?? null, high: values[`high${index}`] ?? null }] as const,
      );
      // Of channels that are not in the chart now the axes stay.
      onChoose({ together: values.panes === TOGETHER, ends: { ...setup.ends, ...Object.fromEntries(ends) } });
    },
  });
  return (
    <FormDialog title={t('chart-tools:axes.title')} form={form} submit={t('chart-tools:axes.submit')} onClose={onClose}>
      {units.length > 1 ? (
        <Select
          {...form.field('panes')}
          label={t('chart-tools:axes.units')}
          options={[
            { id: APART, text: t('chart-tools:axes.apart') },
            { id: TOGETHER, text: t('chart-tools:axes.together', { left: units[0] || '–', right: units[1] || '–' }) },
          ]}
        />
      ) : null}
      {units.map((unit, index) => (
        <fieldset key={unit}>
          <legend className="pb-1 text-12 font-medium">
            {unit === '' ? t('chart-tools:axes.no_unit') : unit}
            <span className="muted font-regular">
              {' '}
              {numbers
                .filter(({ display_unit }) => (display_unit ?? '') === unit)
                .map(({ name }) => name)
                .join(', ')}
            </span>
          </legend>
          <div className="grid grid-cols-2 gap-4">
            <NumberField
              {...form.typed(`low${index}`)}
              value={form.field(`low${index}`).value ?? null}
              label={t('chart-tools:axes.low')}
              {...(unit ? { unit } : {})}
              buttons="wide"
            />
            <NumberField
              {...form.typed(`high${index}`)}
              value={form.field(`high${index}`).value ?? null}
              label={t('chart-tools:axes.high')}
              {...(unit ? { unit } : {})}
              buttons="wide"
            />
          </div>
        </fieldset>
      ))}
      <p className="muted">{t('chart-tools:axes.hint')}</p>
    </FormDialog>
  );
}
