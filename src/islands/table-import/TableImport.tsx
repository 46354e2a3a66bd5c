import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Brought, TableImport as Store } from '../../lib/client/kernel/table-import.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Scope } from '../../lib/contract/scopes.ts';
import { TABLE_MAX_BYTES } from '../../lib/contract/table-imports.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { useKept } from '../ui/form/useKept.ts';
import { Done } from './Done.tsx';
import { Source } from './Source.tsx';
import { TableFooter, TableStep } from './TableStep.tsx';
import type { ImportOf } from './words.ts';

/** A table as it may come, and what stands around it where it is kept: quotes and line ends take two characters there. */
const TABLE_LONGEST = 1.2 * TABLE_MAX_BYTES;

export interface ImportProps {
  context: PageContext;
  /** Something came or went. */
  onDone: () => void;
  onClose: () => void;
}

/** Rows from a table: which one, what of it is what, what is wrong with it; then they come, and there is a way back. */
export function TableImport({
  context,
  kind,
  scope,
  of,
  create,
  intro,
  more,
  onDone,
  onClose,
}: ImportProps & {
  /** Under which name its text is kept. */
  kind: string;
  /** What whoever brings them wants in their workspace. */
  scope: Scope;
  of: ImportOf;
  create: (deps: StoreDeps, workspace: string) => Store;
  intro?: ReactNode;
  /** What is handed out with what came. */
  more?: (imported: readonly Brought[]) => ReactNode;
}) {
  const t = useT();
  const workspaces = context.profile.links.workspaces.filter(
    (one) => one.organization_id === context.organization && context.can(scope, one.workspace_id),
  );
  const [workspace, setWorkspace] = useState(
    (workspaces.find((one) => one.workspace_id === context.workspace) ?? workspaces[0])?.workspace_id ?? '',
  );
  const [store] = useState(() => create(browserDeps(context.organization), workspace));
  const state = useStore(store.$state);
  // The text of a table that was read is kept too, so that the file needn't be chosen again.
  const { values, restored, set, reset } = useKept(`import-${kind} ${context.organization}`, { text: '' }, TABLE_LONGEST);
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
      title={t(of.words.title)}
      isOpen
      size="lg"
      // How its columns were matched would be lost by a stray click.
      dismissable={state.step === 'source'}
      onClose={onClose}
      footer={state.step === 'table' ? <TableFooter of={of} state={state} store={store} onBring={(mode) => void bring(mode)} /> : undefined}
    >
      {state.step === 'source' ? (
        <Source
          fault={state.fault}
          text={values.text}
          onText={(text) => set('text', text)}
          note={<DraftNote form={{ restored, reset }} />}
          intro={intro}
          onRead={store.read}
        />
      ) : state.step === 'table' ? (
        <TableStep
          of={of}
          state={state}
          store={store}
          workspaces={workspaces.map((one) => ({ id: one.workspace_id, text: one.name }))}
          workspace={workspace}
          onWorkspace={choose}
        />
      ) : (
        <Done of={of} done={state.done} more={more?.(state.done.imported)} onUndo={() => void undo()} onClose={onClose} />
      )}
    </Dialog>
  );
}
