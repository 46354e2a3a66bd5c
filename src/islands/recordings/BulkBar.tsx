import { Layers } from 'lucide-react';
import { FEWEST, MOST, writeLaid } from '../../lib/client/recordings/laid-over.ts';
import type { RecordingRow } from '../../lib/contract/recordings.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { BulkBar as Bar } from '../ui/BulkBar.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import type { Picked } from '../ui/table/picking.tsx';

await ready('recording-overlay');

/** What can be done with the recordings that were picked: they are laid over each other. */
export default function BulkBar({ rows, $picked }: { rows: readonly RecordingRow[]; $picked: Picked }) {
  const t = useT();
  const locale = useLocale();
  const laid = writeLaid(rows.map(({ id }) => ({ recording: id, channel: null })));
  return (
    <Bar
      label={t('recording-overlay:bulk.label')}
      count={t('recording-overlay:bulk.picked', { count: rows.length })}
      refusals={[]}
      onClear={() => $picked.set(new Set())}
    >
      {rows.length < FEWEST || rows.length > MOST ? (
        <span className="muted">{t('recording-overlay:bulk.allowed', { fewest: FEWEST, most: MOST })}</span>
      ) : (
        <ButtonLink size="sm" icon={Layers} href={`${href('/dlog/recording-overlay', null, locale)}?rec=${laid}`}>
          {t('recording-overlay:bulk.action')}
        </ButtonLink>
      )}
    </Bar>
  );
}
