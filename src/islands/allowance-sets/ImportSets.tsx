import { useState } from 'react';
import { archiveSets, makeSet } from '../../lib/client/allowance-sets/allowance-sets.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { AllowanceSet } from '../../lib/contract/allowance-sets.ts';
import { type FileSet, readSets } from '../../lib/domain/time-study/allowance-files.ts';
import { ALLOWANCE_KINDS } from '../../lib/domain/time-study/standard-card.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { TextSource } from '../ui/form/TextSource.tsx';
import { useKept } from '../ui/form/useKept.ts';
import { failureOf } from '../ui/problem.ts';
import { Scroller } from '../ui/Scroller.tsx';
import { toast } from '../ui/toasts.ts';
import { FileFaults } from './FileFaults.tsx';
import { usePercent } from './percent.ts';

await ready('allowance-files', 'forms', 'validation', 'errors');

/** Sets of allowances out of a table or JSON: what is in it, what of it can't be, then they come, and there is a way back. */
export default function ImportSets({ deps, onDone, onClose }: { deps: StoreDeps; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const { values, restored, set, reset } = useKept(`import-allowance-sets ${deps.organization}`, { text: '' });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The same text sent again after a broken line is the same sets.
  const [sent, setSent] = useState<{ text: string; ids: readonly string[] }>({ text: '', ids: [] });
  const isEmpty = values.text.trim() === '';
  const { rows, faults } = readSets(values.text);
  const takeBack = (made: readonly AllowanceSet[]) =>
    archiveSets(deps, made).then(onDone, (error: unknown) => toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) }));
  const bring = async () => {
    setBusy(true);
    setFailure(null);
    const ids = sent.text === values.text ? sent.ids : rows.map(() => uuidv7());
    setSent({ text: values.text, ids });
    const made: AllowanceSet[] = [];
    try {
      for (const [at, { line: _, ...row }] of rows.entries()) made.push(await makeSet(deps, { id: ids[at]!, ...row }));
      toast({
        text: t('allowance-files:sets.done', { count: made.length, n: format.number(made.length) }),
        action: { text: t('allowance-files:undo'), run: () => void takeBack(made) },
      });
      reset();
      onDone();
      onClose();
    } catch (error) {
      setFailure(`${rows[made.length]?.name ?? ''}: ${t(`errors:${failureOf(error).code}`)}`);
      onDone();
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={t('allowance-files:sets.title')}
      isOpen
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            variant="primary"
            isDisabled={isEmpty || rows.length === 0 || faults.length > 0}
            isPending={busy}
            onPress={() => void bring()}
          >
            {t('allowance-files:sets.bring', { count: rows.length, n: format.number(rows.length) })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <DraftNote form={{ restored, reset }} />
        {failure === null ? null : (
          <p role="alert" className="text-alarm-text">
            {failure}
          </p>
        )}
        <TextSource
          text={values.text}
          onText={(text) => set('text', text)}
          file={t('allowance-files:file')}
          fileHint={t('allowance-files:sets.file_hint')}
          endings="csv,txt,tsv,json"
          paste={t('allowance-files:paste')}
          pasteHint={t('allowance-files:sets.paste_hint')}
        />
        {isEmpty ? null : <FileFaults faults={faults} />}
        {isEmpty || rows.length === 0 ? null : <Preview rows={rows} />}
      </div>
    </Dialog>
  );
}

function Preview({ rows }: { rows: readonly FileSet[] }) {
  const t = useT();
  const percent = usePercent();
  return (
    <Scroller>
      <table className="tbl compact" aria-label={t('allowance-files:sets.preview')}>
        <thead>
          <tr>
            <th scope="col">{t('allowance-sets:column.name')}</th>
            <th scope="col">{t('allowance-sets:column.basis')}</th>
            {ALLOWANCE_KINDS.map((kind) => (
              <th key={kind} scope="col" className="num">
                {t(`allowance-sets:kind.${kind}`)}
              </th>
            ))}
            <th scope="col">{t('allowance-files:points.column')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td className="min-w-30 py-1 whitespace-normal">{row.name}</td>
              <td className="min-w-26 py-1 whitespace-normal">{t(`allowance-sets:basis.${row.basis}`)}</td>
              {ALLOWANCE_KINDS.map((kind) => (
                <td key={kind} className="num">
                  {percent(row.shares[kind])}
                </td>
              ))}
              <td>{row.points === null ? '–' : t('allowance-files:points.count', { count: row.points.factors.length })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
