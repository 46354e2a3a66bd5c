import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { DataloggersStore } from '../../lib/client/dataloggers/dataloggers.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createTypeChoice } from '../../lib/client/logger-types/logger-types.store.ts';
import { createMove } from '../../lib/client/logger-types/move.store.ts';
import { moveBack, moveTogether, previewTogether, type TypeTarget } from '../../lib/client/logger-types/move-together.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import MoveDialog from '../move-loggers/MoveDialog.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { failureOf } from '../ui/problem.ts';
import type { Picked } from '../ui/table/picking.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';

await ready('logger-types', 'channels');

/** The type that all picked loggers are read by from now on: it is chosen, what it changes is shown, and only then done. */
export default function BulkType({
  deps,
  store,
  rows,
  $picked,
  onClose,
}: {
  deps: StoreDeps;
  store: DataloggersStore;
  rows: readonly Datalogger[];
  $picked: Picked;
  onClose: () => void;
}) {
  const t = useT();
  const [choice] = useState(() => createTypeChoice(deps));
  useStarted(choice);
  const found = useStore(choice.$state);
  const [target, setTarget] = useState<TypeTarget | undefined>(undefined);
  const types = found.status === 'ready' ? found.data.filter(({ version, archived_at }) => version !== null && archived_at === null) : [];
  const form = useForm<{ type: string }>({
    initial: { type: '' },
    // Of these rows: others may be of another one.
    draft: `type ${rows.map(({ id }) => id.slice(-6)).join('')}`.slice(0, 200),
    async onSubmit({ type }) {
      const one = types.find(({ id }) => id === type);
      setTarget(one?.version == null ? null : { id: one.id, version: one.version });
    },
  });
  if (target !== undefined) {
    const move = async () => {
      await moveTogether(deps, rows, target);
      await store.settle();
      $picked.set(new Set());
      toast({
        text: t('logger-list:bulk.changed', { count: rows.length }),
        action: {
          text: t('ui:bulk.undo'),
          run: () =>
            void moveBack(deps, rows, target)
              .then(() => store.settle())
              .catch((error: unknown) => toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) })),
        },
      });
    };
    return (
      <MoveDialog
        create={() => createMove(deps, { preview: (call) => previewTogether(call, deps.organization, rows, target), move })}
        words={{
          title: t('logger-list:bulk.type'),
          text: t(target === null ? 'logger-types:take_off.text' : 'logger-types:move.text'),
          mismatch: t(target === null ? 'logger-types:take_off.mismatch' : 'logger-types:move.mismatch'),
          submit: t('logger-list:bulk.type_set', { count: rows.length }),
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog title={t('logger-list:bulk.type')} size="sm" form={form} submit={t('logger-list:bulk.type_show')} onClose={onClose}>
      <Select
        {...form.field('type')}
        label={t('dataloggers:new.type')}
        hint={t('dataloggers:new.type_hint')}
        options={[
          { id: '', text: t('dataloggers:new.no_type') },
          ...types.map(({ id, name, version }) => ({ id, text: `${name} v${version}` })),
        ]}
      />
    </FormDialog>
  );
}
