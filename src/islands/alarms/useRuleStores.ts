import { useState } from 'react';
import { createAlarmRules, createRuleChoices } from '../../lib/client/alarm-rules/alarm-rules.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';

/** Rules of a workspace, or of one logger, and what may be chosen for them. */
export function useRuleStores(deps: StoreDeps, workspace: string | null, datalogger: string | null) {
  const [stores] = useState(() => {
    const of = { workspace, datalogger };
    return { rules: createAlarmRules(deps, of), choices: createRuleChoices(deps, of) };
  });
  return stores;
}
