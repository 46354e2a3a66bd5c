import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { More } from './parts.tsx';

/** Measurements that are being captured now. */
export function MeasurementsBlock() {
  const t = useT();
  const locale = useLocale();
  return (
    <>
      <p className="calm">{t('dashboard:measurements.none')}</p>
      <More to={href('/tm/screens', null, locale)}>{t('dashboard:measurements.screens')}</More>
    </>
  );
}
