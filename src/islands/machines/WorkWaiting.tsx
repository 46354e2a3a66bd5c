import { useT } from '../../lib/i18n/react.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The place of today and of the measurements, as long as they are not known. */
export function WorkWaiting() {
  const t = useT();
  return (
    <Panel title={t('machines:today.title')}>
      <div className="grid min-w-0 justify-items-start gap-2 p-3" aria-busy="true">
        <Skeleton width="40%" height={14} />
        <Skeleton width="100%" height={28} />
      </div>
    </Panel>
  );
}
