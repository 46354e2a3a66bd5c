import { useT } from '../../lib/i18n/react.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** What stands in place of every screen while no organisation is chosen. */
export default function NoOrganization({ all }: { all: boolean }) {
  const t = useT();
  return (
    <div className="screen">
      <EmptyState scene="later" title={t(all ? 'ui:shell.nowhere.choose' : 'ui:shell.nowhere.none')}>
        {t(all ? 'ui:shell.nowhere.choose_text' : 'ui:shell.nowhere.none_text')}
      </EmptyState>
    </div>
  );
}
