import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { ApiErrorCode } from '../../lib/client/kernel/api.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import {
  createDeskPanel,
  createDeskPanels,
  type PreparedStudy,
  sendStudy,
  takeStudyBack,
} from '../../lib/client/measurements/desk-study.ts';
import { createOperationChoice } from '../../lib/client/operations/operations.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Measurement } from '../../lib/contract/measurements.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import {
  DESK_MODES,
  type DeskMode,
  isBlank,
  problemsOf,
  type TypedRow,
  tapsOf,
  typedEntries,
} from '../../lib/domain/time-study/desk-study.ts';
import { fileEntries, matchNames, readStudyFile } from '../../lib/domain/time-study/study-files.ts';
import { STUDY_UNITS, type StudyUnit } from '../../lib/domain/time-study/units.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { DateTimeField } from '../ui/form/MomentField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useKept } from '../ui/form/useKept.ts';
import { failureOf } from '../ui/problem.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { FileStudy } from './FileStudy.tsx';
import { Grid } from './Grid.tsx';
import { Problems } from './Problems.tsx';
import { emptyRow, nextActivity } from './rows.ts';

await ready('desk-study', 'forms', 'validation', 'errors');

/** A text as it may come, and what stands around it where it is kept. */
const LONGEST_TEXT = 4_000_000;
const MOST_TAPS = 20_000;
const WAYS = ['typed', 'file'] as const;
type Way = (typeof WAYS)[number];

interface Kept extends Record<string, unknown> {
  panel: string;
  name: string;
  start: string | null;
  lane: string;
  operation: string;
  way: Way;
  mode: DeskMode;
  unit: StudyUnit;
  rows: readonly TypedRow[];
  text: string;
  /** What a person said of names and of who was observed. */
  names: Readonly<Record<string, string | null>>;
  subjects: Readonly<Record<string, string>>;
}
const NOTHING: Kept = {
  ...{ panel: '', name: '', start: null, lane: '', operation: '', way: 'typed', mode: 'durations', unit: 's' },
  ...{ rows: [emptyRow()], text: '', names: {}, subjects: {} },
};

/** Stands for a panel that isn't known yet, so that the window is one from the beginning. */
const NO_PANEL = {
  ...{ screen_id: '', version: 0, name: '', workspace_id: '', time_zone: 'UTC', activities: [] },
  definition: { columns: 1, hand: 'right', ratings: [], buttons: [], lanes: [{ id: '', name: '', kind: 'worker' }] },
} satisfies Pick<Panel, 'screen_id' | 'version' | 'name' | 'workspace_id' | 'time_zone' | 'activities' | 'definition'>;
type DeskPanel = Pick<Panel, keyof typeof NO_PANEL>;

type KeptStudy = ReturnType<typeof useKept<Kept>>;

/** Entries that the form gives, and what keeps them from being stored. */
function useEntries({ values }: KeptStudy, version: DeskPanel) {
  const states = useMemo(() => version.activities.filter(({ kind }) => kind === 'state'), [version]);
  const { lanes } = version.definition;
  const lane = lanes.some(({ id }) => id === values.lane) ? values.lane : lanes[0]!.id;
  const start = values.start === null ? null : Date.parse(values.start);
  return useMemo(() => {
    if (values.way === 'typed') {
      const { entries, problems } = typedEntries(values.rows, { start: start ?? 0, mode: values.mode, unit: values.unit, lane });
      return { states, lane, start, file: null, matched: null, entries, problems, source: 'typed' as const };
    }
    const file =
      values.text.trim() === '' ? null : readStudyFile(values.text, { zone: version.time_zone, mode: values.mode, unit: values.unit });
    const known = matchNames(
      file?.names ?? [],
      version.activities.filter(({ kind }) => kind === 'state' || kind === 'point'),
    );
    const said = Object.entries(values.names).filter(([, id]) => id !== '');
    const subjects = (file?.subjects ?? []).flatMap((subject, at) => {
      const own = lanes.find(({ name }) => name === subject)?.id ?? lanes[at]?.id;
      return own === undefined ? [] : [[subject, own] as const];
    });
    const matched = {
      activities: new Map<string, string | null>([...known, ...said]),
      lanes: new Map([...subjects, ...Object.entries(values.subjects).filter(([, id]) => id !== '')]),
    };
    const found = file === null ? { entries: [], problems: [] } : fileEntries(file, matched, { start: start ?? 0, lane });
    const problems = [...(file?.problems ?? []), ...found.problems];
    return { states, lane, start, file, matched, entries: found.entries, problems, source: file?.format ?? ('table' as const) };
  }, [values, version, states, lane, lanes, start]);
}

/** A study from paper or of another program: typed row by row, or out of a file; it becomes a measurement like any other, marked with its source. */
export default function DeskStudy({ context, onDone, onClose }: { context: PageContext; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const [deps] = useState(() => browserDeps(context.organization));
  const kept = useKept<Kept>(`desk-study ${context.organization}`, NOTHING, LONGEST_TEXT);
  const [listed] = useState(() => createDeskPanels(deps, context.workspace));
  useStarted(listed);
  const list = useStore(listed.$state);
  const panels = list.status === 'ready' ? list.data : [];
  const panel = (panels.find(({ id }) => id === kept.values.panel) ?? panels[0])?.id ?? null;
  const store = useMemo(() => createDeskPanel(deps, panel), [deps, panel]);
  useStarted(store);
  const state = useStore(store.$state);
  const known = state.status === 'ready' ? state.data : null;
  const version: DeskPanel = known ?? NO_PANEL;
  const { values, restored, set, typed, reset } = kept;
  const { states, lane, start, file, matched, entries, problems: found, source } = useEntries(kept, version);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** What was sent, so that it is the same when it is sent again. */
  const [sent, setSent] = useState<{ of: string; study: PreparedStudy } | null>(null);
  const [now] = useState(() => Date.now());
  const isRelative = values.way === 'typed' || (file?.isRelative ?? true);
  const problems = [...found, ...(isRelative && start === null ? [] : problemsOf(entries, now))];
  const wantsStart = isRelative && start === null;
  const names = new Map(version.activities.map(({ id, name }) => [id, name]));
  const choices = states.map(({ id, name, short }) => ({ id, name, short }));
  // Before anything is typed, the first element of the panel stands there.
  const [only] = values.rows;
  const isNew = values.rows.length === 1 && only !== undefined && only.activity === '' && isBlank(only);
  const rows = isNew ? [emptyRow(nextActivity([], choices))] : values.rows;
  const takeBack = (row: Measurement) =>
    takeStudyBack(deps, row).then(
      () => {
        toast({ text: t('desk-study:taken_back', { name: row.name }) });
        onDone();
      },
      (error: unknown) => toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) }),
    );
  const send = async () => {
    setBusy(true);
    setFailure(null);
    if (known === null) return;
    const of = JSON.stringify([panel, values]);
    const begin = Math.min(...entries.map(({ from }) => from));
    const id = uuidv7(Date.now());
    const study =
      sent?.of === of
        ? sent.study
        : {
            id,
            body: {
              screen_id: known.screen_id,
              screen_version: version.version,
              opened_at: new Date(begin).toISOString(),
              ...(values.name.trim() === '' ? {} : { name: values.name.trim() }),
            },
            taps: tapsOf(entries, { now: Date.now(), device: `import-${id.slice(-12)}`, source, id: () => uuidv7(Date.now()) }),
            operation_id: values.operation || null,
          };
    setSent({ of, study });
    try {
      if (study.taps.length > MOST_TAPS) throw new Error('over_quota');
      const row = await sendStudy(deps, study);
      reset();
      onDone();
      onClose();
      // Each lane of a measurement is covered whole: time of which nothing was said is an entry too, a point isn't one.
      const more = row.entry_count - entries.filter(({ kind }) => kind !== 'point').length;
      const said = { name: row.name, count: row.entry_count, n: format.number(row.entry_count) };
      toast({
        text: more > 0 ? t('desk-study:done_with', { ...said, more: format.number(more) }) : t('desk-study:done', said),
        action: { text: t('desk-study:undo'), run: () => void takeBack(row) },
      });
    } catch (error) {
      setFailure(t(`errors:${error instanceof Error && error.message === 'over_quota' ? 'over_quota' : failureOf(error).code}`));
    }
    setBusy(false);
  };
  const wrong = new Set(values.way === 'typed' ? problems.flatMap(({ line }) => line ?? []) : []);
  return (
    <Dialog
      title={t('desk-study:title')}
      isOpen
      size="lg"
      dismissable={values.way === 'file' && values.text === ''}
      onClose={onClose}
      footer={
        <>
          <span className="soft mr-auto self-center">
            {t('desk-study:ready', { count: entries.length, n: format.number(entries.length) })}
          </span>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            variant="primary"
            isDisabled={known === null || entries.length === 0 || problems.length > 0 || wantsStart}
            isPending={busy}
            onPress={() => void send()}
          >
            {t('desk-study:submit')}
          </Button>
        </>
      }
    >
      {known === null ? (
        <Waiting
          failed={list.status === 'error' ? list.code : state.status === 'error' ? state.code : null}
          none={list.status === 'ready' && panels.length === 0}
          onRetry={() => void (list.status === 'error' ? listed : store).load()}
        />
      ) : (
        <div className="grid gap-4">
          <DraftNote form={{ restored, reset }} />
          {failure === null ? null : (
            <p role="alert" className="text-alarm-text">
              {failure}
            </p>
          )}
          <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
            <Select
              label={t('desk-study:panel')}
              value={panel ?? ''}
              options={panels.map(({ id, name }) => ({ id, text: name }))}
              onChange={(id) => set('panel', id)}
            />
            <TextField
              label={t('desk-study:name')}
              value={values.name}
              maxLength={200}
              autoComplete="off"
              placeholder={version.name}
              onChange={(name) => set('name', name)}
            />
            {isRelative ? <DateTimeField {...typed('start')} label={t('desk-study:start')} required zone={version.time_zone} /> : null}
            {version.definition.lanes.length > 1 ? (
              <Select
                label={t('desk-study:lane')}
                value={lane}
                options={version.definition.lanes.map(({ id, name }) => ({ id, text: name }))}
                onChange={(id) => set('lane', id)}
              />
            ) : null}
            <OperationSelect deps={deps} workspace={known.workspace_id} value={values.operation} onChange={(id) => set('operation', id)} />
          </div>
          <div className="flex flex-wrap items-end gap-4">
            <Segmented
              label={t('desk-study:way.label')}
              value={values.way}
              options={WAYS.map((id) => ({ id, label: t(`desk-study:way.${id}`) }))}
              onChange={(way) => set('way', way)}
            />
            {values.way === 'typed' || file?.format === 'table' ? (
              <>
                <Segmented
                  label={t('desk-study:mode.label')}
                  value={values.mode}
                  options={DESK_MODES.map((id) => ({ id, label: t(`desk-study:mode.${id}`) }))}
                  onChange={(mode) => set('mode', mode)}
                />
                <Segmented
                  label={t('desk-study:unit.label')}
                  value={values.unit}
                  options={STUDY_UNITS.map((id) => ({ id, label: t(`desk-study:unit.${id}`), name: t(`desk-study:unit_name.${id}`) }))}
                  onChange={(unit) => set('unit', unit)}
                />
              </>
            ) : null}
          </div>
          {values.way === 'typed' ? (
            <Grid rows={rows} choices={choices} wrong={wrong} onChange={(rows) => set('rows', rows)} />
          ) : (
            <FileStudy
              text={values.text}
              onText={(text) => set('text', text)}
              file={file}
              matched={matched ?? { activities: new Map(), lanes: new Map() }}
              onMatch={(name, id) => set('names', { ...values.names, [name]: id })}
              onSubject={(subject, id) => set('subjects', { ...values.subjects, [subject]: id })}
              choices={choices}
              lanes={version.definition.lanes}
              entries={wantsStart ? [] : entries}
              activityName={(id) => names.get(id ?? '') ?? ''}
            />
          )}
          <Problems problems={problems} />
          {wantsStart && entries.length > 0 ? <p className="text-alarm-text">{t('desk-study:wants_start')}</p> : null}
        </div>
      )}
    </Dialog>
  );
}

/** In place of the study while its panel isn't known. */
function Waiting({ failed, none, onRetry }: { failed: ApiErrorCode | null; none: boolean; onRetry: () => void }) {
  const t = useT();
  if (failed !== null) return <ErrorState error={failed} onRetry={onRetry} />;
  return none ? <p>{t('desk-study:no_panels')}</p> : <Skeleton width={240} height={20} />;
}

function OperationSelect({
  deps,
  workspace,
  value,
  onChange,
}: {
  deps: StoreDeps;
  workspace: string;
  value: string;
  onChange: (id: string) => void;
}) {
  const t = useT();
  const operations = useMemo(() => createOperationChoice(deps, workspace), [deps, workspace]);
  useStarted(operations);
  const choice = useStore(operations.$state);
  return (
    <Select
      label={t('desk-study:operation')}
      value={value}
      options={[
        { id: '', text: t('desk-study:no_operation') },
        ...(choice.status === 'ready' ? choice.data : []).map(({ id, code, name }) => ({ id, text: `${code} ${name}` })),
      ]}
      onChange={onChange}
    />
  );
}
