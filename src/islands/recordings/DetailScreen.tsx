import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore, CircleStop, FileText, Pencil, Play, Signature } from 'lucide-react';
import { useState } from 'react';
import type { ChartedStore } from '../../lib/client/charts/charted.store.ts';
import type { MeasurementSeries } from '../../lib/client/charts/measurement-series.ts';
import { ApiError } from '../../lib/client/kernel/api.ts';
import type { BlockStore } from '../../lib/client/kernel/block-store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { RecordingStore } from '../../lib/client/recordings/recording.store.ts';
import type { SharesStore } from '../../lib/client/recordings/shares.store.ts';
import type { Recording, RecordingEvaluation } from '../../lib/contract/recordings.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import type { ChartAddress } from '../chart/address.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { Beside } from './Beside.tsx';
import { Figures } from './Figures.tsx';
import { Notes } from './Notes.tsx';
import { RecordedChart } from './RecordedChart.tsx';
import { Length, RecordingStatus, useSpan } from './RecordingStatus.tsx';
import { VerdictPart } from './VerdictPart.tsx';

const AlarmsOf = part(() => import('../alarms/AlarmsOf.tsx'));
const Approve = part(() => import('./Approve.tsx'));
const Sharing = part(() => import('./Sharing.tsx'));
const EditRecording = part(() => import('./EditRecording.tsx'));
const MakeReport = part(() => import('../reports/MakeReport.tsx'));

export interface DetailStores {
  deps: StoreDeps;
  recording: RecordingStore;
  evaluation: BlockStore<RecordingEvaluation | null>;
  shares: SharesStore;
  charted: (channels: readonly string[]) => ChartedStore;
  /** Milliseconds. */
  series: (from: number, to: number) => MeasurementSeries;
}

/** Shown until the recording is known. */
export function DetailWaiting() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('recordings:title'), href: href('/dlog/recordings2', null, locale) }]}
        title={<Skeleton width={200} height={18} />}
      />
    </div>
  );
}

export function DetailScreen({ context, address, create }: { context: PageContext; address: ChartAddress; create: () => DetailStores }) {
  const [stores] = useState(create);
  useStarted(stores.recording);
  useStarted(stores.evaluation);
  const state = useStore(stores.recording.$state);
  if (state.status === 'loading') return <DetailWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void stores.recording.load()} />
      </div>
    );
  return <Whole context={context} address={address} stores={stores} row={state.row} />;
}

function Whole({ context, address, stores, row }: { context: PageContext; address: ChartAddress; stores: DetailStores; row: Recording }) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const span = useSpan();
  const [dialog, setDialog] = useState<'approve' | 'edit' | 'report' | null>(null);
  const found = useStore(stores.evaluation.$state);
  const evaluation = found.status === 'ready' ? found.data : null;
  const mayWrite = context.can('dlog:write', row.workspace_id);
  const isSigned = row.approved_at !== null;
  const isOff = row.archived_at !== null;
  const isOver = row.state === 'stopped' || (row.state === 'approved' && evaluation?.changed === true);
  const refuse = (error: unknown) => toast({ kind: 'alarm', text: `${row.name}: ${t(`errors:${failureOf(error).code}`)}` });
  const turn = (to: 'start' | 'stop') => stores.recording.turn(row, to).then(() => stores.evaluation.load(), refuse);
  const archive = async (from: Recording, archived: boolean, undo: boolean) => {
    const result = await stores.recording.save(from.rev, { archived });
    if (result.status === 'saved')
      toast({
        text: t(archived ? 'recordings:archived_toast' : 'recordings:restored_toast', { name: from.name }),
        ...(undo ? { action: { text: t('recordings:undo'), run: () => void archive(result.row, !archived, false) } } : {}),
      });
    else refuse(result.status === 'error' ? result.error : new ApiError('stale_rev', null));
  };
  const standing = (
    <>
      <RecordingStatus state={row.state} badge />
      {row.changed || evaluation?.changed ? <Status kind="late">{t('recordings:changed')}</Status> : null}
    </>
  );
  const told = (
    <>
      <Tag>{t(`recordings:purpose.${row.purpose}`)}</Tag>
      <span className="soft slim:whitespace-nowrap">
        {span(row)}
        {row.from === null ? null : (
          <>
            {' · '}
            <Length row={row} />
          </>
        )}
        {evaluation ? ` · ${t('recordings:readings', { count: evaluation.readings, n: format.number(evaluation.readings) })}` : null}
      </span>
    </>
  );
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('recordings:title'), href: href('/dlog/recordings2', null, locale) }]}
        title={row.name}
        status={
          <span className="contents slim:hidden">
            {standing}
            {told}
          </span>
        }
        // A phone has no room for it beside four buttons; beside the way here it has.
        links={
          <span className="hidden slim:contents">
            {standing}
            {told}
          </span>
        }
        actions={
          <>
            {row.state === 'planned' || row.from === null ? null : (
              <Button icon={FileText} onPress={() => setDialog('report')} {...opensDialog(MakeReport)}>
                {t('recordings:report')}
              </Button>
            )}
            {mayWrite && !isSigned ? (
              <Button icon={Pencil} onPress={() => setDialog('edit')} {...opensDialog(EditRecording)}>
                {t('recordings:edit')}
              </Button>
            ) : null}
            {mayWrite ? (
              <Button icon={isOff ? ArchiveRestore : Archive} onPress={() => void archive(row, !isOff, true)}>
                {t(isOff ? 'recordings:restore' : 'recordings:archive')}
              </Button>
            ) : null}
            {mayWrite && row.state === 'planned' ? (
              <Button variant="primary" icon={Play} onPress={() => void turn('start')}>
                {t('recordings:start')}
              </Button>
            ) : null}
            {mayWrite && row.state === 'running' ? (
              <Button variant="primary" icon={CircleStop} onPress={() => void turn('stop')}>
                {t('recordings:stop')}
              </Button>
            ) : null}
            {context.can('dlog:sign', row.workspace_id) && isOver && evaluation?.hash ? (
              <Button variant="primary" icon={Signature} onPress={() => setDialog('approve')} {...opensDialog(Approve)}>
                {t('recordings:approve.action')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className="block min-h-0 flex-1 overflow-y-auto print:overflow-visible">
        {row.import?.undone_at ? (
          <p className="border-b border-line-2 px-5 py-2 slim:px-4">
            <Status kind="late">{t('recordings:import.undone', { time: format.dateTime(row.import.undone_at, 'minute') })}</Status>
          </p>
        ) : null}
        <VerdictPart
          row={row}
          evaluation={evaluation}
          failed={found.status === 'error' ? found.code : null}
          onRetry={stores.evaluation.load}
          mayMend={mayWrite && !isSigned}
        />
        <div className="flex max-[1101px]:flex-col min-[1101px]:flex-row print:block">
          <div className="block min-w-0 flex-1 max-[1101px]:flex-none">
            {row.from === null ? null : (
              <RecordedChart context={context} address={address} stores={stores} row={row} evaluation={evaluation} />
            )}
            {evaluation ? <Figures row={row} evaluation={evaluation} /> : null}
            <Notes store={stores.recording} row={row} mayWrite={mayWrite && !isSigned} organization={context.organization} />
          </div>
          <Beside row={row} evaluation={evaluation}>
            <Boundary instead={null}>
              {evaluation?.alarms ? (
                <AlarmsOf
                  deps={stores.deps}
                  of={{ channels: row.channels.map(({ channel_id }) => channel_id), from: evaluation.from, to: row.to }}
                />
              ) : null}
              <Sharing store={stores.shares} id={row.id} maySign={context.can('dlog:sign', row.workspace_id) && !isOff} />
            </Boundary>
          </Beside>
        </div>
      </div>
      <Boundary instead={null} onFailure={() => setDialog(null)}>
        {dialog === 'approve' && evaluation?.hash ? (
          <Approve
            store={stores.recording}
            row={row}
            evaluation={evaluation}
            onDone={stores.evaluation.load}
            onClose={() => setDialog(null)}
          />
        ) : null}
        {dialog === 'report' ? (
          <MakeReport organization={context.organization} of={{ recording: row.id }} onClose={() => setDialog(null)} />
        ) : null}
        {dialog === 'edit' ? (
          <EditRecording
            deps={stores.deps}
            store={stores.recording}
            row={row}
            onDone={stores.evaluation.load}
            onClose={() => setDialog(null)}
          />
        ) : null}
      </Boundary>
    </div>
  );
}
