import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createMarks, type MarksStore } from '../../lib/client/marks/marks.store.ts';
import type { Mark } from '../../lib/contract/marks.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useMedia } from '../shell/hooks.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { Markable } from './MarkForm.tsx';
import { useMarkWords } from './mark-words.ts';
import { Turn } from './Turn.tsx';

await ready('marks');

const MarkForm = part(() => import('./MarkForm.tsx'));

const NO_ROWS: readonly Mark[] = [];

/** Marks over the readings of a logger, also those that were taken back: who, when and why. */
export default function Marks({
  deps,
  datalogger,
  channels,
  span,
  canWrite,
}: {
  deps: StoreDeps;
  datalogger: string;
  channels: readonly Markable[];
  /** What a new mark is proposed for. */
  span: () => Span;
  canWrite: boolean;
}) {
  const t = useT();
  const [store] = useState(() => createMarks(deps, datalogger));
  useStarted(store);
  const state = useStore(store.$state);
  const [making, setMaking] = useState<Span | null>(null);
  const columns = useColumns(store, canWrite);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const button =
    canWrite && channels.length > 0 ? (
      <Button variant="primary" icon={Plus} onPress={() => setMaking(span())} {...opensDialog(MarkForm)}>
        {t('marks:new')}
      </Button>
    ) : null;
  const rows = state.status === 'ready' ? state.data : NO_ROWS;
  return (
    <div className="tab-body">
      {state.status === 'ready' && rows.length === 0 ? null : <div className="flex gap-1.5 px-5 py-2.5 slim:px-4">{button}</div>}
      <DataTable
        label={t('marks:list')}
        height="content"
        columns={columns}
        rows={rows}
        rowId={(one) => one.id}
        loading={state.status === 'loading'}
        empty={
          <EmptyState title={t('marks:empty.title')} actions={button}>
            {t(canWrite ? 'marks:empty.text' : 'marks:empty.read_only')}
          </EmptyState>
        }
      />
      {making ? (
        <Boundary instead={null} onFailure={() => setMaking(null)}>
          <MarkForm deps={deps} channels={channels} span={making} onDone={() => void store.load()} onClose={() => setMaking(null)} />
        </Boundary>
      ) : null}
    </div>
  );
}

function useColumns(store: MarksStore, canWrite: boolean): readonly TableColumn<Mark>[] {
  const t = useT();
  const format = useFormat();
  const words = useMarkWords();
  const folded = useMedia('(max-width: 1199px)');
  return useMemo(() => {
    const by = (who: string | null, at: string) => [who ?? t('marks:service'), format.dateTime(at, 'minute')].join(', ');
    const standing = (row: Mark) =>
      row.revoked_at === null ? null : (
        <span className="row flex-wrap gap-x-1.5 gap-y-0">
          <Tag>{t('marks:revoked')}</Tag> <small className="muted whitespace-normal">{by(row.revoked_by, row.revoked_at)}</small>
        </span>
      );
    const what: TableColumn<Mark> = {
      id: 'what',
      name: t('marks:column.what'),
      cell: (row) => (
        <span className="grid gap-0.5 py-1">
          <span className="row flex-wrap gap-x-2 gap-y-0 [&_.st]:whitespace-normal">
            <Status kind={row.revoked_at === null ? (row.kind === 'exclude' ? 'offline' : 'info') : 'paused'}>{words.what(row)}</Status>
            <span className="med">{row.channel_name}</span>
          </span>
          <span className="whitespace-normal">{row.reason}</span>
          {folded ? (
            <>
              <small className="soft whitespace-normal">{words.time(row)}</small>
              <small className="muted whitespace-normal">{by(row.created_by, row.created_at)}</small>
              {standing(row)}
            </>
          ) : null}
          {row.waits ? <small className="soft">{t('marks:waits')}</small> : null}
          {row.settled_to === null ? null : (
            <small className="soft whitespace-normal">{t('marks:settled', { time: format.dateTime(row.settled_to, 'minute') })}</small>
          )}
        </span>
      ),
      skeleton: [160, 120],
    };
    const time: TableColumn<Mark> = {
      id: 'from',
      name: t('marks:column.time'),
      width: 300,
      cell: (row) => words.time(row),
      skeleton: [180],
    };
    const made: TableColumn<Mark> = {
      id: 'created_at',
      name: t('marks:column.by'),
      width: 260,
      cell: (row) => (
        <span className="grid gap-0.5 py-1">
          <span className="whitespace-normal">{by(row.created_by, row.created_at)}</span>
          {standing(row)}
        </span>
      ),
      skeleton: [120],
    };
    const act: TableColumn<Mark> = {
      id: 'act',
      name: t('marks:column.act'),
      header: '',
      width: folded ? 148 : 150,
      end: true,
      cell: (row) => <Turn row={row} turn={store.turn} />,
      skeleton: [],
    };
    return [what, ...(folded ? [] : [time, made]), ...(canWrite ? [act] : [])];
  }, [t, format, words, store, canWrite, folded]);
}
