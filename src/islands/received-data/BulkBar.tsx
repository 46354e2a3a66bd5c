import type { ReceivedData } from '../../lib/contract/received-data.ts';
import { REPARSE_PICKED } from '../../lib/contract/received-data.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { BulkBar as Bar } from '../ui/BulkBar.tsx';
import type { Picked } from '../ui/table/picking.tsx';
import { Again } from './Again.tsx';

/** What can be done with the messages that were picked: those of one logger are read again, or what they gave is taken back. */
export default function BulkBar({ organization, rows, $picked }: { organization: string; rows: readonly ReceivedData[]; $picked: Picked }) {
  const t = useT();
  const [first] = rows;
  const isOne = rows.every(({ datalogger_id }) => datalogger_id === first?.datalogger_id);
  return (
    <Bar
      label={t('received-data:bulk.label')}
      count={t('received-data:bulk.picked', { count: rows.length })}
      refusals={[]}
      onClear={() => $picked.set(new Set())}
    >
      {!isOne ? (
        <span className="muted">{t('received-data:bulk.one_logger')}</span>
      ) : rows.length > REPARSE_PICKED ? (
        <span className="muted">{t('received-data:bulk.limit', { most: REPARSE_PICKED })}</span>
      ) : (
        <Again
          size="sm"
          organization={organization}
          of={() => ({ datalogger_id: first!.datalogger_id, ids: rows.map(({ id }) => id).join(',') })}
          logger={first!.datalogger_name}
        />
      )}
    </Bar>
  );
}
