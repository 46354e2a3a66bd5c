import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createMachineImport } from '../../lib/client/machines/machine-import.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { IMPORT_MAX_BYTES } from '../../lib/contract/machines.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { useKept } from '../ui/form/useKept.ts';
import { Done } from './Done.tsx';
import { Source } from './Source.tsx';
import { TableFooter, TableStep } from './TableStep.tsx';

await ready('machine-import', 'forms', 'errors');

/** A table as it may come, and what stands around it where it is kept: quotes and line ends take two characters there. */
const TABLE_LONGEST = 1.2 * IMPORT_MAX_BYTES;

/** Machines from a table: which one, what of it is what, what is wrong with it; then they come, and there is a way back. */
export default function ImportMachines({
  context,
  onDone,
  onClose,
}: {
  context: PageContext;
  /** Machines came or went. */
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const workspaces = context.profile.links.workspaces.filter(
    (one) => one.organization_id === context.organization && context.can('machines:write', one.workspace_id),
  );
  const [workspace, setWorkspace] = useState(
    (workspaces.find((one) => one.workspace_id === context.workspace) ?? workspaces[0])?.workspace_id ?? '',
  );
  const [store] = useState(() => createMachineImport(browserDeps(context.organization) satisfies StoreDeps, workspace));
  const state = useStore(store.$state);
  // The text of a table that was read is kept too, so that the file needn't be chosen again.
  const { values, restored, set, reset } = useKept(`import-machines ${context.organization}`, { text: '' }, TABLE_LONGEST);
  const read = state.step === 'table' ? state.table.text : null;
  useEffect(() => {
    if (read !== null) set('text', read);
  }, [read, set]);
  const choose = (next: string) => {
    setWorkspace(next);
    store.setWorkspace(next);
  };
  const bring = async (mode: 'all' | 'good') => {
    await store.bring(mode);
    if (store.$state.get().step === 'done') reset();
    onDone();
  };
  const undo = async () => {
    await store.undo();
    onDone();
  };
  return (
    <Dialog
      title={t('machine-import:title')}
      isOpen
      size="lg"
      // How its columns were matched would be lost by a stray click.
      dismissable={state.step === 'source'}
      onClose={onClose}
      footer={state.step === 'table' ? <TableFooter state={state} store={store} onBring={(mode) => void bring(mode)} /> : undefined}
    >
      {state.step === 'source' ? (
        <Source
          fault={state.fault}
          text={values.text}
          onText={(text) => set('text', text)}
          note={<DraftNote form={{ restored, reset }} />}
          onRead={store.read}
        />
      ) : state.step === 'table' ? (
        <TableStep
          state={state}
          store={store}
          workspaces={workspaces.map((one) => ({ id: one.workspace_id, text: one.name }))}
          workspace={workspace}
          onWorkspace={choose}
        />
      ) : (
        <Done done={state.done} onUndo={() => void undo()} onClose={onClose} />
      )}
    </Dialog>
  );
}
