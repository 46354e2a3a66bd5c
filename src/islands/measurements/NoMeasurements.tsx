import type { ReactNode } from 'react';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';

/** What stands in place of an empty list: where measurements come from, or how to get rid of the filters. `action` begins the first one. */
export default function NoMeasurements({ filtered, action, onClear }: { filtered: boolean; action: ReactNode; onClear: () => void }) {
  const t = useT();
  const locale = useLocale();
  if (filtered)
    return (
      <NothingFound title={t('measurement-list:nothing_found.title')} clear={t('measurement-list:filter.clear')} onClear={onClear}>
        {t('measurement-list:nothing_found.text')}
      </NothingFound>
    );
  return (
    <EmptyState
      title={t('measurement-list:empty.title')}
      // Where no panel is published yet, that is where the action leads.
      actions={action ?? <ButtonLink href={href('/tm/screens', null, locale)}>{t('measurement-list:empty.action')}</ButtonLink>}
    >
      {t('measurement-list:empty.text')}
    </EmptyState>
  );
}
