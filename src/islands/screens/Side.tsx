import type { ActivitiesState, ActivitiesStore } from '../../lib/client/activities/activities.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { MachineChoiceStore } from '../../lib/client/machines/machine-choice.store.ts';
import type { Activity } from '../../lib/contract/activities.ts';
import type { Definition, Method, Button as PanelButton, Screen } from '../../lib/contract/screens.ts';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ButtonProperties } from './ButtonProperties.tsx';
import type { Shown } from './EditorScreen.tsx';
import type { ButtonProblem, Change, Faces } from './editor.ts';
import { PanelSettings } from './PanelSettings.tsx';

const ActivitySide = part(() => import('./ActivitySide.tsx'));

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
  onTurn,
  latest,
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
  /** A page is to be in sight. */
  onTurn: (page: string) => void;
  /** The draft as it is by now. */
  latest: () => Definition | null;
  onMachine: (id: string | null) => void;
  onMethod: (method: Method) => void;
  /** An activity was made for a button of the panel. */
  onMade: (activity: Activity) => void;
}) {
  const rows = catalogue.status === 'ready' ? catalogue.rows : NO_ROWS;
  if (shown.what === 'activity' && canWrite)
    return (
      <Boundary>
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
      </Boundary>
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
      onTurn={onTurn}
      latest={latest}
      onChange={onChange}
    />
  );
}
