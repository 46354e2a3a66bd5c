import type { DataloggerPatch } from '../../lib/client/datalogger.store.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

const LABELS = {
  name: 'name',
  code: 'code',
  kind: 'kind',
  place: 'place',
  expected_interval_s: 'interval',
  auto_channels: 'auto_channels',
} as const;
type Field = keyof typeof LABELS;

/** Two people changed the same logger: both values on equal terms. */
export function Conflict({
  current,
  patch,
  onTheirs,
  onMine,
  onClose,
}: {
  current: Datalogger;
  patch: DataloggerPatch;
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const fields = (Object.keys(LABELS) as Field[]).filter((field) => patch[field] !== undefined);
  const text = (field: Field, value: unknown): string => {
    if (value === null || value === '') return t('dataloggers:conflict.empty');
    if (typeof value === 'boolean') return t(value ? 'dataloggers:conflict.yes' : 'dataloggers:conflict.no');
    return field === 'expected_interval_s' ? format.interval(Number(value)) : String(value);
  };
  return (
    <Dialog
      title={t('dataloggers:conflict.title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onTheirs}>{t('dataloggers:conflict.keep_theirs')}</Button>
          <Button variant="primary" onPress={onMine}>
            {t('dataloggers:conflict.keep_mine')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="soft">{t('dataloggers:conflict.text')}</p>
        {fields.map((field) => (
          <div key={field} className="stack tight">
            <span className="med">{t(`dataloggers:new.${LABELS[field]}`)}</span>
            <div className="columns-2 conflict">
              <p>
                <small className="label">{t('dataloggers:conflict.theirs')}</small>
                <b>{text(field, current[field])}</b>
              </p>
              <p className="mine">
                <small className="label">{t('dataloggers:conflict.mine')}</small>
                <b>{text(field, patch[field])}</b>
              </p>
            </div>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
