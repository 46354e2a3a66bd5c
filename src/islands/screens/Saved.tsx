import { useStore } from '@nanostores/react';
import type { ScreenStore } from '../../lib/client/screens/screen.store.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';

/** How far the draft is on its way, in words. */
export function Saved({ store, onConflict }: { store: ScreenStore; onConflict: () => void }) {
  const t = useT();
  const saving = useStore(store.$saving);
  return (
    <span
      className={`saved inline-flex items-center gap-2 text-12 ${saving.status === 'failed' || saving.status === 'conflict' ? 'text-alarm-text' : 'text-ink-3'}`}
    >
      {/* Read out when it matters, not with every step. */}
      <span role={saving.status === 'failed' || saving.status === 'conflict' ? 'alert' : undefined}>
        {saving.status === 'failed'
          ? t('screens:saving.failed', { why: t(`errors:${saving.code}`) })
          : t(`screens:saving.${saving.status}`)}
      </span>
      {saving.status === 'failed' ? (
        <Button size="sm" onPress={() => void store.flush()}>
          {t('ui:error.retry')}
        </Button>
      ) : null}
      {saving.status === 'conflict' ? (
        <Button size="sm" onPress={onConflict}>
          {t('screens:saving.choose')}
        </Button>
      ) : null}
    </span>
  );
}
