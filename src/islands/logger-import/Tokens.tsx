import { useStore } from '@nanostores/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { createSendingAddress } from '../../lib/client/dataloggers/sending-address.ts';
import type { Brought } from '../../lib/client/kernel/table-import.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { CSV_BOM, CSV_DIALECTS, csvLine } from '../../lib/domain/text/csv-writer.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { fileName, saveFile } from '../ui/save-file.ts';
import { useStarted } from '../ui/useStarted.ts';

/** Tokens of loggers that came, at the only moment when they can be had: as a file. */
export function Tokens({ organization, imported }: { organization: string; imported: readonly Brought[] }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const [saved, setSaved] = useState(false);
  const [sending] = useState(() => createSendingAddress(browserDeps(organization), window.location));
  useStarted(sending);
  const { address } = useStore(sending.$value);
  const known = imported.filter(({ token }) => token);
  const lost = imported.length - known.length;
  const save = () => {
    const line = (cells: readonly unknown[]) => csvLine(cells, CSV_DIALECTS[locale]);
    const head = line([
      t('logger-import:field.name'),
      t('logger-import:field.id'),
      t('logger-import:tokens.token'),
      t('logger-import:tokens.address'),
    ]);
    const rows = known.map(({ name, id, token }) => line([name, id, token, address]));
    saveFile(`${fileName(t('logger-import:tokens.file'))}.csv`, CSV_BOM + head + rows.join(''), 'text/csv;charset=utf-8');
    setSaved(true);
  };
  return (
    <div className="grid justify-items-start gap-3">
      {known.length > 0 ? (
        <>
          <p className="note late">
            <StatusLamp kind="late" />
            <span>{t('logger-import:tokens.once')}</span>
          </p>
          <Button variant={saved ? 'default' : 'primary'} icon={Download} onPress={save}>
            {t('logger-import:tokens.save', { count: known.length, n: format.number(known.length) })}
          </Button>
        </>
      ) : null}
      {lost > 0 ? (
        <p className="note late">
          <StatusLamp kind="late" />
          <span>{t('logger-import:tokens.lost', { count: lost, n: format.number(lost) })}</span>
        </p>
      ) : null}
    </div>
  );
}
