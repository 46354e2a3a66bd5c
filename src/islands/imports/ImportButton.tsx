import { Upload } from 'lucide-react';
import { useState } from 'react';
import { samplingOf } from '../../lib/client/dataloggers/sampling.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';

const ImportReadings = part(() => import('./ImportReadings.tsx'));

/** The way from a logger to a file of its readings. */
export function ImportButton({
  deps,
  logger,
  channels,
}: {
  deps: StoreDeps;
  logger: Pick<Datalogger, 'id' | 'expected_interval_s' | 'type_sampling_s'>;
  channels: readonly Channel[];
}) {
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
          <ImportReadings
            deps={deps}
            datalogger={logger.id}
            interval={samplingOf(logger)}
            channels={channels}
            zone={zone}
            onClose={close}
          />
        </Boundary>
      ) : null}
    </>
  );
}
