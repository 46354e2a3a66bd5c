import type { ReactNode } from 'react';
import type { Elsewhere as Others } from '../../lib/client/kernel/paged-rows.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { PageContext } from './Signed.tsx';
import { choosePlace } from './session.ts';

await ready('elsewhere');

/**
 * Stands where the chosen workspace has nothing of a list and others do.
 * @param own what the list says of its filter, which stands above
 * @param create the way to make one here, where nothing else of the page offers it
 * @param others null where they have some that nobody counts
 */
export default function Elsewhere({
  context: { profile, organization },
  others,
  own = null,
  create,
}: {
  context: PageContext;
  others: Others | null;
  own?: ReactNode;
  create?: ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const show = <Button onPress={() => choosePlace(profile, organization, null)}>{t('elsewhere:all')}</Button>;
  const n = others === null ? '' : `${format.number(others.total)}${others.capped ? '+' : ''}`;
  if (own === null)
    return (
      <EmptyState
        scene="nothing-found"
        title={t('elsewhere:title')}
        actions={
          <>
            {create}
            {show}
          </>
        }
      >
        {others === null ? t('elsewhere:some') : t('elsewhere:others', { n })}
      </EmptyState>
    );
  return (
    <>
      {own}
      <p className="mx-auto mb-6 flex flex-wrap items-center justify-center gap-x-3 gap-y-2 px-4">
        {t('elsewhere:found', { n })}
        {show}
      </p>
    </>
  );
}
