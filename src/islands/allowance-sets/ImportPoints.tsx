import type { AllowancePoints } from '../../lib/contract/allowance-sets.ts';
import { readPointsTable } from '../../lib/domain/time-study/allowance-files.ts';
import { columnOf, columnsOf } from '../../lib/domain/time-study/allowance-points.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { TextSource } from '../ui/form/TextSource.tsx';
import { useKept } from '../ui/form/useKept.ts';
import { FileFaults } from './FileFaults.tsx';

await ready('allowance-files', 'forms', 'validation');

/** A table of points read out of a file or a pasted text; it counts only once the set is saved. */
export default function ImportPoints({
  id,
  onTake,
  onClose,
}: {
  id: string;
  onTake: (table: AllowancePoints['table']) => void;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { values, restored, set, reset } = useKept(`points-table ${id}`, { text: '' });
  const isEmpty = values.text.trim() === '';
  const { rows, faults } = readPointsTable(values.text);
  const take = () => {
    reset();
    onTake(rows);
  };
  return (
    <Dialog
      title={t('allowance-files:points.title')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button variant="primary" isDisabled={isEmpty || faults.length > 0} onPress={take}>
            {t('allowance-files:points.take')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <DraftNote form={{ restored, reset }} />
        <p className="soft">{t('allowance-files:points.text')}</p>
        <TextSource
          text={values.text}
          onText={(text) => set('text', text)}
          file={t('allowance-files:file')}
          fileHint={t('allowance-files:points.file_hint')}
          endings="csv,txt,tsv"
          paste={t('allowance-files:paste')}
          pasteHint={t('allowance-files:points.paste_hint')}
        />
        {isEmpty ? null : <FileFaults faults={faults} />}
        {isEmpty || rows.length === 0 ? null : (
          <div className="grid gap-2" role="status">
            {columnsOf(rows).map((sex) => {
              const column = columnOf(rows, sex);
              return (
                <p key={sex}>
                  <b className="font-semi">{t(`allowance-files:sex.${sex ?? 'all'}`)}:</b>{' '}
                  {t('allowance-files:points.range', {
                    count: column.length,
                    n: format.number(column.length),
                    from: format.number(column[0]!.points),
                    to: format.number(column.at(-1)!.points),
                    low: format.percent(column[0]!.percent / 100, 1),
                    high: format.percent(column.at(-1)!.percent / 100, 1),
                  })}
                </p>
              );
            })}
          </div>
        )}
      </div>
    </Dialog>
  );
}
