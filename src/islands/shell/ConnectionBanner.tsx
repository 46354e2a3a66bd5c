import { RotateCw } from 'lucide-react';
import { liveOf } from '../../lib/client/session/browser-deps.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { useAsOf, useAsOfTime } from '../ui/AsOf.tsx';
import { Button } from '../ui/Button.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';

/** Under the bar while the server doesn't answer: since when, and a way to try again at once. It goes by itself. */
export function ConnectionBanner({ organization }: { organization: string }) {
  const t = useT();
  const asOf = useAsOf();
  const time = useAsOfTime(asOf);
  return (
    <div role="status">
      {asOf === null ? null : (
        <p className="connection">
          <StatusLamp kind="offline" />
          <span>{t('ui:connection.lost', { time })}</span>
          <Button size="sm" icon={RotateCw} onPress={() => liveOf(organization).retry()}>
            {t('ui:error.retry')}
          </Button>
        </p>
      )}
    </div>
  );
}
