import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { createCalibrations } from '../../lib/client/calibrations/calibrations.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Calibration } from '../../lib/contract/calibrations.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { Calibratable } from './CalibrationForm.tsx';
import { DueStatus } from './DueStatus.tsx';
import { useTimeline } from './timeline-columns.tsx';

await ready('calibrations', 'files');

const CalibrationForm = part(() => import('./CalibrationForm.tsx'));

const NO_ROWS: readonly Calibration[] = [];

/** Calibrations of the channels of a logger, the latest of each channel first; also those that were taken back. */
export default function Calibrations({
  deps,
  datalogger,
  channels: all,
  canWrite,
}: {
  deps: StoreDeps;
  datalogger: string;
  channels: readonly Calibratable[];
  canWrite: boolean;
}) {
  const t = useT();
  const [store] = useState(() => createCalibrations(deps, datalogger));
  useStarted(store);
  const state = useStore(store.$state);
  const [making, setMaking] = useState<{ from: string; channel: string | null } | null>(null);
  const channels = useMemo(() => all.filter(({ kind }) => kind === 'gauge'), [all]);
  const columns = useTimeline({ deps, onChanged: store.load, canWrite });
  const found = state.status === 'ready' ? state.data : NO_ROWS;
  const rows = useMemo(() => {
    const place = new Map(channels.map(({ id }, index) => [id, index]));
    return found.toSorted(
      (a, b) => (place.get(a.channel_id) ?? channels.length) - (place.get(b.channel_id) ?? channels.length) || (a.from < b.from ? 1 : -1),
    );
  }, [found, channels]);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const make = (channel: string | null) => setMaking({ from: `${new Date().toISOString().slice(0, 16)}:00Z`, channel });
  const button =
    canWrite && channels.length > 0 ? (
      <Button variant="primary" icon={Plus} onPress={() => make(null)} {...opensDialog(CalibrationForm)}>
        {t('calibrations:new')}
      </Button>
    ) : null;
  return (
    <div className="tab-body">
      {state.status === 'ready' && rows.length > 0 ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-5 py-2.5 slim:px-4">
          {button}
          <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-label={t('calibrations:states')}>
            {channels.map(({ id, name }) => (
              <li key={id} className="row gap-x-1.5">
                <span className="soft">{name}</span>
                <DueStatus state={rows.find((one) => one.channel_id === id && one.due !== null)?.due ?? 'none'} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <DataTable
        label={t('calibrations:timeline')}
        height="content"
        columns={columns}
        rows={rows}
        rowId={(one) => one.id}
        loading={state.status === 'loading'}
        empty={
          <EmptyState title={t('calibrations:empty.title')} actions={button}>
            {t(
              channels.length === 0 ? 'calibrations:empty.no_gauge' : canWrite ? 'calibrations:empty.text' : 'calibrations:empty.read_only',
            )}
          </EmptyState>
        }
      />
      {making ? (
        <Boundary instead={null} onFailure={() => setMaking(null)}>
          <CalibrationForm
            deps={deps}
            channels={channels}
            channel={making.channel}
            from={making.from}
            onDone={() => void store.load()}
            onClose={() => setMaking(null)}
          />
        </Boundary>
      ) : null}
    </div>
  );
}
