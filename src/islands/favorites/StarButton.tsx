import { useStore } from '@nanostores/react';
import { Star as StarIcon } from 'lucide-react';
import { isFavorite } from '../../lib/client/dashboard/favorites.store.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { favoritesOf } from './favorites.ts';
import type { StarProps } from './Star.tsx';

await ready('favorites', 'errors');

/** The star itself; browser only. */
export default function StarButton({ context, entity, entityId, label, inRow = false }: StarProps) {
  const t = useT();
  const store = favoritesOf(context);
  const state = useStore(store.$state);
  const marked = isFavorite(state, entity, entityId);
  const press = () =>
    store
      .mark(entity, entityId, !marked)
      .catch((error: unknown) => toast({ kind: 'alarm', text: `${t('favorites:failed')}: ${t(`errors:${failureOf(error).code}`)}` }));
  return (
    <span className={`inline-flex [&>.btn]:text-inherit ${marked ? 'text-accent [&_.i]:fill-current' : ''}`}>
      <IconButton
        size="sm"
        icon={StarIcon}
        label={t(marked ? 'favorites:unmark' : 'favorites:mark', { name: label })}
        isDisabled={state.status !== 'ready'}
        excludeFromTabOrder={inRow}
        onPress={() => void press()}
      />
    </span>
  );
}
