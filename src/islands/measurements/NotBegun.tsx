import { useT } from '../../lib/i18n/react.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** A measurement into which nobody has tapped yet. */
export default function NotBegun() {
  const t = useT();
  return <EmptyState title={t('measurements:waiting.title')}>{t('measurements:waiting.text')}</EmptyState>;
}
