import { Plus, Trash2 } from 'lucide-react';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { NumberField, type NumberFieldProps } from '../ui/form/NumberField.tsx';
import { IconButton } from '../ui/IconButton.tsx';

/** Pairs of what was measured and what the reference said, a row each. */
export function Points({
  count,
  least,
  most,
  unit,
  measured,
  reference,
  onAdd,
  onRemove,
}: {
  count: number;
  least: number;
  most: number;
  unit: string | null;
  /** The field of a row, by its number from 0. */
  measured: (index: number) => Omit<NumberFieldProps, 'label'>;
  reference: (index: number) => Omit<NumberFieldProps, 'label'>;
  onAdd: () => void;
  onRemove: (index: number) => void;
}) {
  const t = useT();
  const shown = unit === null ? {} : { unit };
  return (
    <div className="grid gap-2">
      <table className="w-full" aria-label={t('calibrations:form.points')}>
        <thead>
          <tr className="text-left text-12 text-ink-2">
            <th scope="col" className="w-6 font-normal">
              <span className="sr-only">{t('calibrations:form.point')}</span>
            </th>
            <th scope="col" className="pr-2 font-medium">
              {t('calibrations:form.measured')}
            </th>
            <th scope="col" className="pr-2 font-medium">
              {t('calibrations:form.reference')}
            </th>
            <th scope="col" className="w-8">
              <span className="sr-only">{t('calibrations:form.act')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: count }, (_, index) => (
            <tr key={index} className="align-top">
              <th scope="row" className="pt-2 text-left text-12 font-normal text-ink-3">
                {index + 1}
              </th>
              <td className="py-0.5 pr-2">
                <NumberField {...measured(index)} {...shown} bare label={t('calibrations:form.measured_n', { n: index + 1 })} />
              </td>
              <td className="py-0.5 pr-2">
                <NumberField {...reference(index)} {...shown} bare label={t('calibrations:form.reference_n', { n: index + 1 })} />
              </td>
              <td className="py-0.5">
                <IconButton
                  icon={Trash2}
                  size="sm"
                  label={t('calibrations:form.remove_point', { n: index + 1 })}
                  isDisabled={count <= least}
                  onPress={() => onRemove(index)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div>
        <Button size="sm" icon={Plus} isDisabled={count >= most} onPress={onAdd}>
          {t('calibrations:form.add_point')}
        </Button>
      </div>
    </div>
  );
}
