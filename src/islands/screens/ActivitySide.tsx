import { useStore } from '@nanostores/react';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { ActivitiesStore } from '../../lib/client/activities/activities.store.ts';
import { createTaxonomies } from '../../lib/client/activities/taxonomies.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Activity } from '../../lib/contract/activities.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { ActivityForm, type ActivityParts, NewActivityForm } from '../activities/ActivityForms.tsx';
import { freeColor } from '../activities/free-color.ts';
import { Button } from '../ui/Button.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';

await ready('activities', 'forms');

/** One activity in the side of the editor, or a new one. */
export default function ActivitySide({
  deps,
  store,
  workspace,
  rows,
  id,
  onClose,
  onMade,
}: {
  deps: StoreDeps;
  store: ActivitiesStore;
  workspace: string;
  rows: readonly Activity[];
  id: string | null;
  onClose: () => void;
  onMade: (activity: Activity) => void;
}) {
  const t = useT();
  const [sorted] = useState(() => createTaxonomies(deps));
  useStarted(sorted);
  const state = useStore(sorted.$state);
  const taxonomies = state.status === 'ready' ? state.rows : [];
  const row = rows.find((one) => one.id === id);
  const frame =
    (text: string) =>
    ({ form, dirty, fields }: ActivityParts) => {
      const cancel = () => {
        form.reset();
        onClose();
      };
      return (
        <form className="stack" {...form.props}>
          <DraftNote form={form} />
          <FormFailure failure={form.failure} />
          {fields}
          <div className="row">
            <Button type="submit" isPending={form.busy} isDisabled={!dirty}>
              {text}
            </Button>
            <Button variant="ghost" onPress={cancel}>
              {t('ui:cancel')}
            </Button>
          </div>
        </form>
      );
    };
  return (
    <section className="stack" aria-label={row?.name ?? t('activities:new')}>
      <header className="row">
        <IconButton icon={ArrowLeft} size="sm" label={t('screens:properties.back')} onPress={onClose} />
        <h2 className="h2 one-line">{row?.name ?? t('activities:new')}</h2>
      </header>
      {row ? (
        <>
          <p className="soft">{t('activities:shared')}</p>
          <ActivityForm
            store={store}
            taxonomies={taxonomies}
            row={row}
            onDone={(saved) => {
              toast({ text: t('activities:saved', { name: saved.name }) });
              onClose();
            }}
          >
            {frame(t('activities:save'))}
          </ActivityForm>
        </>
      ) : (
        <NewActivityForm
          store={store}
          taxonomies={taxonomies}
          workspace={workspace}
          color={freeColor(rows)}
          onDone={(made) => {
            onClose();
            onMade(made);
          }}
        >
          {frame(t('activities:create'))}
        </NewActivityForm>
      )}
    </section>
  );
}
