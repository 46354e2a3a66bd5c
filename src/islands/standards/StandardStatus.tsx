import type { Operation, StandardState } from '../../lib/contract/operations.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Status } from '../ui/Status.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';

export const STATE_LAMPS: Record<StandardState, StatusKind> = {
  draft: 'never',
  reviewed: 'info',
  approved: 'online',
  superseded: 'offline',
};

/** The state of one version: shape and word. */
export function StandardStatus({ state, version, badge = false }: { state: StandardState; version: number; badge?: boolean }) {
  const t = useT();
  return (
    <Status kind={STATE_LAMPS[state]} badge={badge}>
      {t(`operations:version_state.${state}`, { version })}
    </Status>
  );
}

/** How far the standard of an operation is: what is in force, and what waits for its approval. */
export function OperationStep({ row: { active, waiting } }: { row: Pick<Operation, 'active' | 'waiting'> }) {
  if (waiting) return <StandardStatus state="reviewed" version={waiting.version} />;
  if (active) return <StandardStatus state="approved" version={active.version} />;
  return <NoStandard />;
}

function NoStandard() {
  const t = useT();
  return <Status kind="never">{t('operations:step.none')}</Status>;
}
