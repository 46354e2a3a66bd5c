import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** What stands in place of an empty list: where measurements come from, or how to get rid of the filters. */
export default function NoMeasurements({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useT();
  const locale = useLocale();
  if (filtered)
    return (
      <EmptyState
        scene="nothing-found"
        title={t('measurements:nothing_found.title')}
        actions={<Button onPress={onClear}>{t('measurements:filter.clear')}</Button>}
      >
        {t('measurements:nothing_found.text')}
      </EmptyState>
    );
  return (
    <EmptyState
      title={t('measurements:empty.title')}
      actions={<ButtonLink href={href('/tm/screens', null, locale)}>{t('measurements:empty.action')}</ButtonLink>}
    >
      {t('measurements:empty.text')}
    </EmptyState>
  );
}
