import { useEffect, useRef, useSyncExternalStore } from 'react';
import { I18n } from '../../lib/i18n/react.tsx';
import { useProfile } from '../shell/hooks.ts';
import type { IslandProps } from '../shell/Signed.tsx';
import { usePageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { leaveAlone } from './alone.ts';

const Capture = part(() => import('./Capture.tsx'));
const HASH = '#capture';

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** Capture over the editor: by `#capture`, and for whoever turns out to have no right to edit. */
export default function CaptureGate({ locale, profile: given, saved, id }: IslandProps<never>) {
  const profile = useProfile(given);
  const context = usePageContext(profile, { profile: given, saved });
  const asked = useSyncExternalStore(
    listen,
    () => location.hash === HASH,
    () => false,
  );
  const shown = asked || (context?.can('tm:capture') && !context.can('tm:write'));
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => (shown && panel.current ? leaveAlone(panel.current) : undefined), [shown]);
  if (!shown) return null;
  return (
    <I18n locale={locale} timeZone={null}>
      <div ref={panel} className="contents">
        <Boundary>
          <Capture
            locale={locale}
            profile={profile}
            organization={context?.organization ?? null}
            id={id ?? null}
            back={asked ? '#' : './'}
          />
        </Boundary>
      </div>
    </I18n>
  );
}
