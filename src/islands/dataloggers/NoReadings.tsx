import { useT } from '../../lib/i18n/react.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** What stands in place of the chart of a logger that has sent nothing yet. */
export default function NoReadings() {
  const t = useT();
  return (
    <EmptyState
      title={t('dataloggers:chart.empty_title')}
      actions={
        <ButtonLink variant="primary" href="#tokens">
          {t('dataloggers:chart.to_tokens')}
        </ButtonLink>
      }
    >
      {t('dataloggers:chart.empty_text')}
    </EmptyState>
  );
}
