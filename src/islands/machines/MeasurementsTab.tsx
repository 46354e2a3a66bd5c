import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Where the measurements of work on the machine will stand. */
export default function MeasurementsTab() {
  const t = useT();
  const locale = useLocale();
  return (
    <EmptyState
      scene="later"
      title={t('machines:measurements.title')}
      actions={<ButtonLink href={href('/tm/measurements', null, locale)}>{t('machines:measurements.open')}</ButtonLink>}
    >
      {t('machines:measurements.text')}
    </EmptyState>
  );
}
