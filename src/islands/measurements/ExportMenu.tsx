import { Download } from 'lucide-react';
import { useState } from 'react';
import { auth } from '../../lib/client/auth/browser.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

const FORMATS = ['xlsx', 'csv'] as const;

/** Entries as a file in the reader's dialect, saved by the browser itself. */
export function ExportMenu({ organization, id }: { organization: string; id: string }) {
  const t = useT();
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  const save = async (format: (typeof FORMATS)[number]) => {
    const path = `/v1/orgs/${organization}/measurements/${id}/entries/export?format=${format}&locale=${locale}`;
    setBusy(true);
    try {
      // A download carries the cookie only: this renews it where it has run out.
      await auth().intercept({ method: 'GET', path });
      const link = document.createElement('a');
      link.href = path;
      link.download = '';
      link.click();
    } catch (error) {
      toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      placement="bottom end"
      label={t('measurements:file.label')}
      trigger={
        <Button icon={Download} isPending={busy}>
          {t('measurements:file.label')}
        </Button>
      }
    >
      {FORMATS.map((format) => (
        <MenuItem key={format} id={format} onAction={() => void save(format)}>
          {t(`measurements:file.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
