import type { ReceivedData } from '../../lib/contract/received-data.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';

/** What became of a message's readings, in words: `12 new, 3 repeated`. */
export function Points({
  row,
}: {
  row: Pick<ReceivedData, 'new' | 'duplicate' | 'replaced' | 'error_count' | 'warning_count' | 'withdrawn_at'>;
}) {
  const t = useT();
  const format = useFormat();
  const part = (key: 'new' | 'duplicate' | 'replaced' | 'error' | 'warning', count: number) =>
    count > 0 ? [t(`received-data:points.${key}`, { count, n: format.number(count) })] : [];
  if (row.withdrawn_at !== null) return <span className="muted">{t('received-data:points.withdrawn')}</span>;
  const parts = [
    ...part('new', row.new),
    ...part('duplicate', row.duplicate),
    ...part('replaced', row.replaced),
    ...part('error', row.error_count),
    ...part('warning', row.warning_count),
  ];
  return parts.length > 0 ? (
    <span className="one-line">{parts.join(', ')}</span>
  ) : (
    <span className="muted">{t('received-data:points.none')}</span>
  );
}
