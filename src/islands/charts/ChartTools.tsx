import { GitCompare, Maximize, Ruler } from 'lucide-react';
import { useState } from 'react';
import type { Channel } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { ChartSetup } from './setup.ts';

const CompareDialog = part(() => import('./CompareDialog.tsx'));
const AxesDialog = part(() => import('./AxesDialog.tsx'));

/** Ways to draw the chart in another way: another time under it, axes as somebody wants them, the whole screen. */
export function ChartTools({
  channels,
  setup,
  onSetup,
  onWall,
}: {
  channels: readonly Channel[];
  setup: ChartSetup;
  onSetup: (setup: ChartSetup) => void;
  onWall: () => void;
}) {
  const t = useT();
  const [open, setOpen] = useState<'compare' | 'axes' | null>(null);
  const close = () => setOpen(null);
  const change = (next: Partial<ChartSetup>) => {
    onSetup({ ...setup, ...next });
    close();
  };
  return (
    <>
      <IconButton
        size="sm"
        icon={GitCompare}
        label={t('charts:compare')}
        onPress={() => setOpen('compare')}
        {...opensDialog(CompareDialog)}
      />
      <IconButton size="sm" icon={Ruler} label={t('charts:axes')} onPress={() => setOpen('axes')} {...opensDialog(AxesDialog)} />
      {/* Nobody hangs a phone on a wall. */}
      <span className="slim:hidden">
        <IconButton size="sm" icon={Maximize} label={t('charts:wall')} onPress={onWall} />
      </span>
      {open ? (
        <Boundary instead={null} onFailure={close}>
          {open === 'compare' ? (
            <CompareDialog against={setup.against} onChoose={(against) => change({ against })} onClose={close} />
          ) : (
            <AxesDialog channels={channels} setup={setup} onChoose={change} onClose={close} />
          )}
        </Boundary>
      ) : null}
    </>
  );
}
