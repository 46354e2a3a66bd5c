import { useStore } from '@nanostores/react';
import { Play, Square } from 'lucide-react';
import { useEffect } from 'react';
import type { Editor } from '../../lib/client/logger-types/editor.store.ts';
import { type TrialState, type Trial as Tried, totalOfTried } from '../../lib/client/logger-types/trial.store.ts';
import type { LoggerTypeDetail } from '../../lib/contract/logger-types.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { TrialCounts } from './TrialCounts.tsx';
import { TrialStrip } from './TrialStrip.tsx';

/** The draft over what the loggers of the type have sent. */
export function Trial({ editor, row, canWrite }: { editor: Editor; row: LoggerTypeDetail; canWrite: boolean }) {
  const t = useT();
  const state = useStore(editor.trial.$state);
  useEffect(() => editor.trial.stop, [editor]);
  if (!canWrite || row.logger_count === 0) return null;
  const run = () => void editor.trial.run(editor.$state.get().spec);
  const trial = state.status === 'ready' ? state.trial : null;
  return (
    <section className="grid min-w-0 gap-3 px-5 py-3 slim:px-4" aria-label={t('logger-types:trial.title')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="h2">{t('logger-types:trial.title')}</h2>
        {trial ? <Over trial={trial} /> : null}
        <span className="spacer" />
        <Actions editor={editor} state={state} onRun={run} />
      </div>
      {state.status === 'error' ? <ErrorState error={state.code} onRetry={run} /> : null}
      {trial ? <Progress trial={trial} /> : null}
      {trial?.phase === 'failed' ? <ErrorState error={trial.code ?? 'internal'} onRetry={() => void editor.trial.goOn()} /> : null}
      {trial && trial.messages.length > 0 ? (
        <>
          <TrialCounts of={totalOfTried(trial.results.values())} />
          <TrialStrip editor={editor} trial={trial} />
        </>
      ) : null}
    </section>
  );
}

function Actions({ editor, state, onRun }: { editor: Editor; state: TrialState; onRun: () => void }) {
  const t = useT();
  const phase = state.status === 'ready' ? state.trial.phase : state.status;
  if (phase === 'running' || phase === 'asking')
    return (
      <Button icon={Square} onPress={editor.trial.stop}>
        {t('logger-types:trial.stop')}
      </Button>
    );
  return (
    <>
      {phase === 'stopped' ? <Button onPress={() => void editor.trial.goOn()}>{t('logger-types:trial.go_on')}</Button> : null}
      <Button icon={Play} onPress={onRun}>
        {t('logger-types:trial.run')}
      </Button>
    </>
  );
}

function Over({ trial: { messages, loggers } }: { trial: Tried }) {
  const t = useT();
  const format = useFormat();
  return (
    <span className="soft">
      {t('logger-types:trial.over', { messages: format.number(messages.length), loggers: format.number(loggers.length) })}
    </span>
  );
}

/** How far it is, among the messages and in their time, and how long it will still take. */
function Progress({ trial: { phase, messages, results, left_ms } }: { trial: Tried }) {
  const t = useT();
  const format = useFormat();
  if (messages.length === 0) return <p className="soft">{t('logger-types:trial.none')}</p>;
  const last = messages.findLast(({ id }) => results.has(id));
  const parts = [
    phase === 'stopped' ? t('logger-types:trial.stopped') : null,
    t('logger-types:trial.read', { n: format.number(results.size), of: format.number(messages.length) }),
    phase !== 'done' && last ? t('logger-types:trial.until', { time: format.dateTime(last.received_at, 'second') }) : null,
    phase === 'running' && left_ms !== null ? t('logger-types:trial.left', { time: format.interval(Math.ceil(left_ms / 1_000)) }) : null,
  ].filter((text) => text !== null);
  return (
    <div className="grid gap-1">
      {phase === 'done' ? null : (
        <progress
          className="h-1.5 w-full accent-accent"
          aria-label={t('logger-types:trial.title')}
          max={messages.length}
          value={results.size}
        />
      )}
      <p className="soft tnum" role="status">
        {parts.join(' · ')}
      </p>
    </div>
  );
}
