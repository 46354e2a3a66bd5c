import { CircleCheck, Lock, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { StandardStore } from '../../lib/client/operations/operations.store.ts';
import type { Operation, OperationStandard } from '../../lib/contract/operations.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

const Review = part(() => import('./Review.tsx'));
const Approve = part(() => import('./Approve.tsx'));

/** What may be done with the standard as it is now, by whoever may. */
export function Acts({
  store,
  row,
  standard: { draft, versions, wants_another },
  mayWrite,
  mayApprove,
  onDone,
}: {
  store: StandardStore;
  row: Operation;
  standard: OperationStandard;
  mayWrite: boolean;
  mayApprove: boolean;
  onDone: () => Promise<void>;
}) {
  const t = useT();
  const [dialog, setDialog] = useState<'review' | 'approve' | null>(null);
  const waiting = versions[0]?.state === 'reviewed' ? versions[0] : null;
  // A reviewed version whose readings are others by now has to be reviewed again before anybody may approve it.
  const current = waiting !== null && draft === null ? waiting : null;
  const done = () => void Promise.all([onDone(), store.load()]);
  const giveBack = () =>
    store.giveBack(row).then(
      () => {
        toast({ text: t('operations:returned', { name: row.name }) });
        void onDone();
      },
      (error: unknown) => {
        toast({ kind: 'alarm', text: `${row.name}: ${t(`errors:${failureOf(error).code}`)}` });
        done();
      },
    );
  return (
    <>
      {mayWrite && waiting ? (
        <Button variant="ghost" icon={Undo2} onPress={() => void giveBack()}>
          {t('operations:give_back')}
        </Button>
      ) : null}
      {mayWrite && draft ? (
        <Button variant="primary" icon={CircleCheck} onPress={() => setDialog('review')} {...opensDialog(Review)}>
          {t('operations:review')}
        </Button>
      ) : null}
      {mayApprove && current && !wants_another ? (
        <Button variant="primary" icon={Lock} onPress={() => setDialog('approve')} {...opensDialog(Approve)}>
          <span className="slim:hidden">{t('operations:approve')}</span>
          {/* Beside the state of the version a phone has room for one word; the dialog says the rest. */}
          <span className="hidden slim:inline">{t('operations:approve_short')}</span>
        </Button>
      ) : null}
      <Boundary instead={null} onFailure={() => setDialog(null)}>
        {dialog === 'review' && draft ? (
          <Review store={store} row={row} draft={draft} onDone={done} onClose={() => setDialog(null)} />
        ) : null}
        {dialog === 'approve' && current ? (
          <Approve store={store} row={row} version={current} onDone={done} onClose={() => setDialog(null)} />
        ) : null}
      </Boundary>
    </>
  );
}
