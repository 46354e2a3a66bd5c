import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { browserUpload } from '../../lib/client/files/upload-browser.ts';
import { createImportStore, type ImportState, type ImportStore } from '../../lib/client/imports/import.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { IMPORT_FILE_MAX_BYTES } from '../../lib/contract/imports.ts';
import { isUnderWay } from '../../lib/contract/tasks.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import { writeRange } from '../../lib/domain/time/range-address.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { toldOf } from '../tasks/told.ts';
import { useCounted } from '../tasks/useCounted.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Dialog, opensDialog } from '../ui/Dialog.tsx';
import { FileField } from '../ui/form/FileField.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { recordedOf, type Wanted } from './imported-recording.ts';
import { SettingsStep } from './SettingsStep.tsx';

await ready('imports', 'tasks', 'received-data', 'forms', 'errors');

const UndoTask = part(() => import('../tasks/UndoTask.tsx'));

/** Readings from a file: which one, how it is read, what is in it; then they are stored, and there is a way back. */
export default function ImportReadings({
  deps,
  datalogger,
  interval,
  channels,
  zone,
  onClose,
}: {
  deps: StoreDeps;
  datalogger: string;
  /** Seconds between its readings, as they are expected of it. */
  interval: number | null;
  channels: readonly Channel[];
  /** Of the logger's place. */
  zone: string;
  onClose: () => void;
}) {
  const t = useT();
  const [store] = useState(() => createImportStore({ ...deps, upload: browserUpload }, datalogger));
  useStarted(store);
  const state = useStore(store.$state);
  const [undoing, setUndoing] = useState(false);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const back = () => setUndoing(false);
  if (undoing && state.step === 'stored')
    return (
      <Boundary instead={null} onFailure={back}>
        <UndoTask deps={deps} task={state.task} onUndo={store.undo} onClose={back} />
      </Boundary>
    );
  return (
    <Dialog
      title={t('imports:title')}
      isOpen
      size="lg"
      // How its columns were matched would be lost by a stray click.
      dismissable={state.step === 'source' && state.sending === null}
      onClose={onClose}
      footer={
        <Footer datalogger={datalogger} state={state} store={store} wanted={wanted} onUndo={() => setUndoing(true)} onClose={onClose} />
      }
    >
      {state.step === 'source' ? (
        <Source
          state={state}
          onFile={(file) => {
            setWanted(null);
            void store.upload(file);
          }}
        />
      ) : state.step === 'settings' ? (
        <SettingsStep
          deps={deps}
          state={state}
          channels={channels}
          interval={interval}
          zone={zone}
          wanted={wanted}
          onWant={setWanted}
          onChange={store.change}
        />
      ) : (
        <Stored state={state} />
      )}
    </Dialog>
  );
}

function Source({ state, onFile }: { state: Extract<ImportState, { step: 'source' }>; onFile: (file: File) => void }) {
  const t = useT();
  const format = useFormat();
  const [files, setFiles] = useState<readonly File[]>([]);
  const size = format.bytes(IMPORT_FILE_MAX_BYTES);
  const { fault, sending } = state;
  const take = (next: readonly File[]) => {
    setFiles(next);
    if (next[0]) onFile(next[0]);
  };
  return (
    <div className="stack text-ink">
      <p className="soft">{t('imports:intro')}</p>
      <div role="alert">
        {fault ? (
          <p className="note alarm">
            <StatusLamp kind="alarm" />
            {fault === 'too_large' || fault === 'body_too_large' ? t('imports:too_large', { size }) : t(`errors:${fault}`)}
          </p>
        ) : null}
      </div>
      <FileField
        label={t('imports:file')}
        hint={t('imports:file_hint', { size })}
        rules="ext:csv,tsv,txt,dat"
        value={files}
        onChange={take}
        disabled={sending !== null}
      />
      <p role="status">
        {sending === null
          ? ''
          : sending < 1
            ? t('imports:sending', { name: files[0]?.name ?? '', percent: format.percent(sending) })
            : t('imports:reading')}
      </p>
    </div>
  );
}

function Stored({ state: { file, task, failure } }: { state: Extract<ImportState, { step: 'stored' }> }) {
  const t = useT();
  const counted = useCounted();
  const under = isUnderWay(task.state);
  const told = toldOf(task);
  return (
    <div className="stack text-ink">
      <div role="status" className="grid gap-2">
        <p>{t(`imports:${told === 'queued' || told === 'running' ? 'storing' : told}`, { name: file.name })}</p>
        {task.counts && task.state === 'done' ? <p className="soft">{counted(task.counts)}</p> : null}
        {task.error ? <p className="soft">{t(`errors:${task.error}`)}</p> : null}
        {task.recording?.id && !under ? (
          <p className="soft">{t(task.state === 'undone' ? 'imports:recording.stays' : 'imports:recording.made')}</p>
        ) : null}
      </div>
      {task.recording?.failure ? (
        <p className="note late">
          <StatusLamp kind="late" />
          {t(`tasks:unrecorded.${task.recording.failure}`)}
        </p>
      ) : null}
      {failure ? (
        <p className="note alarm" role="alert">
          <StatusLamp kind="alarm" />
          {t(`errors:${failure.code}`)}
        </p>
      ) : null}
      {under ? <TaskProgress task={task} /> : null}
    </div>
  );
}

/** The chart of the logger over the time of the file: its last hour may be long over. */
function shownHref(datalogger: string, span: Span, locale: Locale): string {
  const around = span.to > span.from ? 0 : 1_800_000;
  const { from, to } = writeRange({ kind: 'fixed', from: span.from - around, to: span.to + around });
  return `${href('/dlog/dataloggers/{id}', { id: datalogger }, locale)}?${new URLSearchParams({ from: from!, to: to! })}`;
}

function Footer({
  datalogger,
  state,
  store,
  wanted,
  onUndo,
  onClose,
}: {
  datalogger: string;
  state: ImportState;
  store: ImportStore;
  wanted: Wanted | null;
  onUndo: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  if (state.step === 'source') return <Button onPress={onClose}>{t('imports:close')}</Button>;
  if (state.step === 'stored')
    return (
      <>
        {state.task.undoable ? (
          <Button onPress={onUndo} {...opensDialog(UndoTask)}>
            {t('imports:undo')}
          </Button>
        ) : null}
        <span className="spacer" />
        {state.task.recording?.id ? (
          <ButtonLink href={href('/dlog/recordings2/{id}', { id: state.task.recording.id }, locale)}>{t('tasks:to_recording')}</ButtonLink>
        ) : null}
        {state.task.state === 'done' && state.span ? (
          <>
            <Button onPress={onClose}>{t('imports:close')}</Button>
            <ButtonLink variant="primary" href={shownHref(datalogger, state.span, locale)}>
              {t('imports:show')}
            </ButtonLink>
          </>
        ) : (
          <Button variant="primary" onPress={onClose}>
            {t('imports:close')}
          </Button>
        )}
      </>
    );
  const { trial, settings, preview, stale } = state;
  const check = trial.status === 'done' ? trial.check : null;
  const open =
    check !== null &&
    ((check.twice.rows > 0 && settings.time.twice === null) || (check.skipped.rows > 0 && settings.time.skipped === null));
  const news = check ? check.new + check.changed : 0;
  const recording = wanted && recordedOf(wanted, settings.columns);
  // What is stored already can be recorded all the same.
  const isAll = check !== null && news === 0 && check.unchanged > 0;
  const isOff = open || (wanted === null ? news === 0 : recording === null || (news === 0 && !isAll));
  return (
    <>
      <Button onPress={store.restart}>{t('imports:other')}</Button>
      <span className="spacer" />
      {check && !check.failure ? (
        <Button variant="primary" isDisabled={isOff} isPending={busy} onPress={() => void during(() => store.run(recording))}>
          {wanted !== null && isAll ? t('imports:recording.only') : t('imports:store', { count: news, n: format.number(news) })}
        </Button>
      ) : (
        <Button
          variant="primary"
          isDisabled={stale || preview.failure !== null || settings.columns.length === 0}
          isPending={busy || trial.status === 'running'}
          onPress={() => void during(store.check)}
        >
          {t('imports:check')}
        </Button>
      )}
    </>
  );
}
