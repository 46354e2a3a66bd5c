import { Download } from 'lucide-react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { ReceivedDataExport } from '../../lib/contract/tasks.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { openTasks } from '../tasks/TasksButton.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toasts.ts';

/** All messages that the filters leave, as a file that a task makes. */
export function ExportButton({ deps, filter }: { deps: StoreDeps; filter: () => Omit<ReceivedDataExport, 'locale'> }) {
  const t = useT();
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      const { beginExport } = await import('./begin-export.ts');
      await beginExport(deps, { ...filter(), locale });
      toast({ text: t('received-data:export.begun'), action: { text: t('received-data:export.open'), run: openTasks } });
    } catch {
      toast({ kind: 'alarm', text: t('received-data:export.failed') });
    }
    setBusy(false);
  };
  return (
    <Button size="sm" icon={Download} tool isPending={busy} onPress={() => void begin()}>
      {t('received-data:export.action')}
    </Button>
  );
}
