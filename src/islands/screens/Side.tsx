import { useStore } from '@nanostores/react';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { ActivitiesState, ActivitiesStore } from '../../lib/client/activities/activities.store.ts';
import { createTaxonomies } from '../../lib/client/activities/taxonomies.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { MachineChoiceStore } from '../../lib/client/machines/machine-choice.store.ts';
import type { Activity } from '../../lib/contract/activities.ts';
import type { Definition, Method, Button as PanelButton, Screen } from '../../lib/contract/screens.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { ActivityForm, NewActivityForm } from '../activities/ActivityForms.tsx';
import { freeColor } from '../activities/free-color.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { ButtonProperties } from './ButtonProperties.tsx';
import type { Shown } from './EditorScreen.tsx';
import type { ButtonProblem, Change, Faces } from './editor.ts';
import { PanelSettings } from './PanelSettings.tsx';

await ready('activities', 'forms');

const NO_ROWS: readonly Activity[] = [];

/** The side of the editor: the chosen button, an activity, or the panel as a whole. */
export default function Side({
  context,
  deps,
  row,
  draft,
  button,
  shown,
  faces,
  catalogue,
  activities,
  machines,
  problems,
  canWrite,
  onShow,
  onChange,
  onRemove,
  onDuplicate,
  onMachine,
  onMethod,
  onMade,
}: {
  context: PageContext;
  deps: StoreDeps;
  row: Screen;
  draft: Definition;
  button: PanelButton | null;
  shown: Shown;
  faces: Faces;
  catalogue: ActivitiesState;
  activities: ActivitiesStore;
  machines: MachineChoiceStore;
  problems: readonly ButtonProblem[];
  canWrite: boolean;
  onShow: (shown: Shown) => void;
  onChange: Change;
  onRemove: (button: PanelButton) => void;
  onDuplicate: (button: PanelButton) => void;
  onMachine: (id: string | null) => void;
  onMethod: (method: Method) => void;
  /** An activity was made for a button of the panel. */
  onMade: (activity: Activity) => void;
}) {
  const rows = catalogue.status === 'ready' ? catalogue.rows : NO_ROWS;
  if (shown.what === 'activity' && canWrite)
    return (
      <ActivitySide
        key={shown.id ?? ''}
        deps={deps}
        store={activities}
        workspace={row.workspace_id}
        rows={rows}
        id={shown.id}
        onClose={() => onShow({ what: 'button' })}
        onMade={onMade}
      />
    );
  if (button)
    return (
      <ButtonProperties
        key={button.id}
        draft={draft}
        button={button}
        faces={faces}
        activities={rows.filter((one) => one.archived_at === null)}
        problems={problems}
        canWrite={canWrite}
        onChange={onChange}
        onRemove={() => onRemove(button)}
        onDuplicate={() => onDuplicate(button)}
        onActivity={(id) => onShow({ what: 'activity', id })}
      />
    );
  return (
    <PanelSettings
      draft={draft}
      canWrite={canWrite}
      method={{ value: row.method, onChange: onMethod }}
      machine={context.can('machines:read', row.workspace_id) ? { store: machines, value: row.machine_id, onChange: onMachine } : null}
      onChange={onChange}
    />
  );
}

function ActivitySide({
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
  const actions = (text: string, { busy, dirty }: { busy: boolean; dirty: boolean }) => (
    <div className="row">
      <Button type="submit" isPending={busy} isDisabled={!dirty}>
        {text}
      </Button>
      <Button variant="ghost" onPress={onClose}>
        {t('ui:cancel')}
      </Button>
    </div>
  );
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
            {(form) => actions(t('activities:save'), form)}
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
          {(form) => actions(t('activities:create'), form)}
        </NewActivityForm>
      )}
    </section>
  );
}
