import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createMailState } from '../../lib/client/organizations/mail-state.store.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { useMounted } from '../ui/useMounted.ts';
import { useStarted } from '../ui/useStarted.ts';

/** Stands for those who invite people as long as the installation has no mail server. */
export function MailNotice({ context, ...props }: { context: PageContext; deps: StoreDeps; initial: boolean | null }) {
  // What the person may do in the chosen organisation only the browser knows, unless the server did.
  const mounted = useMounted();
  return props.initial !== null || (mounted && context.can('members:manage')) ? <Notice {...props} /> : null;
}

function Notice({ deps, initial }: { deps: StoreDeps; initial: boolean | null }) {
  const t = useT();
  const [store] = useState(() => createMailState(deps, initial));
  useStarted(store);
  if (useStore(store.$value) !== false) return null;
  return (
    <p className="note late print:hidden" role="status">
      <StatusLamp kind="late" />
      <span>{t('common:no_mail')}</span>
    </p>
  );
}
