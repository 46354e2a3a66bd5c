import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';

const ImportReadings = part(() => import('./ImportReadings.tsx'));

/** The way from a logger to a file of its readings. */
export function ImportButton({ deps, datalogger, channels }: { deps: StoreDeps; datalogger: string; channels: readonly Channel[] }) {
  const t = useT();
  const zone = useTimeZone();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon={Upload} onPress={() => setOpen(true)} {...opensDialog(ImportReadings)}>
        {t('dataloggers:import')}
      </Button>
      {open ? (
        <Boundary instead={null} onFailure={close}>
          <ImportReadings deps={deps} datalogger={datalogger} channels={channels} zone={zone} onClose={close} />
        </Boundary>
      ) : null}
    </>
  );
}
