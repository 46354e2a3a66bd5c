import { useStore } from '@nanostores/react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { RuleForm } from './RuleForm.tsx';
import { useRuleStores } from './useRuleStores.ts';

await ready('alarm-rules');

/** A rule for one of the channels of the workspace, or of one logger. */
export default function NewRule({
  deps,
  context,
  datalogger,
  onClose,
}: {
  deps: StoreDeps;
  context: PageContext;
  datalogger: string | null;
  onClose: () => void;
}) {
  const t = useT();
  const { rules, choices } = useRuleStores(deps, context.workspace, datalogger);
  useStarted(choices);
  const state = useStore(choices.$state);
  if (state.status === 'ready')
    return (
      <RuleForm
        store={rules}
        rule={null}
        choices={{ ...state.data, channels: state.data.channels.filter(({ channel }) => context.can('dlog:write', channel.workspace_id)) }}
        context={context}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={t('alarm-rules:new')} isOpen onClose={onClose}>
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void choices.load()} />
      ) : (
        <div className="stack" aria-busy="true">
          <Skeleton width={220} />
          <Skeleton width={160} />
        </div>
      )}
    </Dialog>
  );
}
