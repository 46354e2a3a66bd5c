import { useStore } from '@nanostores/react';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { BarSelect } from './BarSelect.tsx';
import type { Work } from './work.ts';

/** The taxonomy by which figures are sorted; with a single one there is nothing to choose. */
export function TaxonomyChoice({ work: { stores, value } }: { work: Work }) {
  const t = useT();
  const locale = useLocale();
  const { taxonomies } = useStore(stores.measurement.$sorting);
  if (taxonomies.length < 2 || !value) return null;
  return (
    <BarSelect
      aria-label={t('measurements:moments.taxonomy')}
      value={value.id}
      onChange={({ target }) => stores.measurement.sortBy(target.value)}
    >
      {taxonomies.map(({ id, names }) => (
        <option key={id} value={id}>
          {names[locale]}
        </option>
      ))}
    </BarSelect>
  );
}
