import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

await ready('measurement-tabs');

/** A measurement into which nobody has tapped yet. */
export default function NotBegun() {
  const t = useT();
  return <EmptyState title={t('measurement-tabs:waiting.title')}>{t('measurement-tabs:waiting.text')}</EmptyState>;
}
