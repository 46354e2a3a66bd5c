import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { askServer } from '../../lib/client/kernel/connection.ts';
import { liveOf } from '../../lib/client/session/browser-deps.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { useAsOfTime, useConnection } from '../ui/AsOf.tsx';
import { Button } from '../ui/Button.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { NOTICE } from './notice.ts';

/** At the lower edge of the window while something is known to be wrong with the line: what, since when, and a way to ask at once. It goes by itself. */
export function ConnectionBanner({ organization }: { organization: string }) {
  const t = useT();
  const line = useConnection();
  const { status } = line;
  const time = useAsOfTime('since' in line ? line.since : null);
  const [isAsking, setAsking] = useState(false);
  const retry = () => {
    setAsking(true);
    liveOf(organization).retry();
    void askServer().then(() => setAsking(false));
  };
  // What changes with every try isn't read out again.
  return (
    <div className={status === 'fine' ? undefined : NOTICE}>
      <p className="flex min-w-0 items-center gap-2" role="status">
        {status === 'fine' ? null : (
          <>
            <StatusLamp kind="offline" />
            <span>{t(`ui:connection.${status}`, { time })}</span>
          </>
        )}
      </p>
      {status === 'fine' ? null : (
        <>
          {'tries' in line ? <small className="text-ink-2 slim:hidden">{t('ui:connection.tries', { count: line.tries })}</small> : null}
          <Button size="sm" icon={RotateCw} isPending={isAsking} onPress={retry}>
            {t('ui:error.retry')}
          </Button>
        </>
      )}
    </div>
  );
}
