import { useStore } from '@nanostores/react';
import { Play } from 'lucide-react';
import type { Editor } from '../../lib/client/logger-types/editor.store.ts';
import type { LoggerTypeDetail } from '../../lib/contract/logger-types.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';

/** The draft over what the loggers of the type have sent. */
export function Trial({ editor, row, canWrite }: { editor: Editor; row: LoggerTypeDetail; canWrite: boolean }) {
  const t = useT();
  const format = useFormat();
  const { trial } = useStore(editor.$state);
  if (!canWrite || row.logger_count === 0) return null;
  const counts = trial.status === 'ready' ? trial.trial : null;
  return (
    <section className="grid min-w-0 gap-2 px-5 py-3 slim:px-4" aria-label={t('logger-types:trial.title')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="h2">{t('logger-types:trial.title')}</h2>
        {counts ? (
          <span className="soft">
            {t('logger-types:trial.over', { messages: format.number(counts.messages), loggers: format.number(counts.loggers) })}
          </span>
        ) : null}
        <span className="spacer" />
        <Button icon={Play} isPending={trial.status === 'busy'} onPress={() => void editor.runTrial()}>
          {t('logger-types:trial.run')}
        </Button>
      </div>
      {trial.status === 'error' ? (
        <p className="text-alarm-text" role="alert">
          {t(`errors:${trial.code}`)}
        </p>
      ) : null}
      {counts ? (
        <dl className="flex flex-wrap gap-x-6 gap-y-2" aria-live="polite">
          {(['readings', 'new', 'changed', 'gone', 'unchanged', 'errors', 'warnings', 'out_of_range'] as const).map((id) => (
            <div key={id} className="flex items-baseline gap-1.5">
              <dd className={`med ${id === 'errors' && counts.errors > 0 ? 'text-alarm-text' : ''}`}>{format.number(counts[id])}</dd>
              <dt className="soft">{t(`logger-types:trial.${id}`)}</dt>
            </div>
          ))}
        </dl>
      ) : null}
      {counts && counts.results.length > 0 ? <Strip results={counts.results} /> : null}
    </section>
  );
}

type Results = Extract<ReturnType<Editor['$state']['get']>['trial'], { status: 'ready' }>['trial']['results'];

/** One line for each message in the order of receipt: those with errors stand out. */
function Strip({ results }: { results: Results }) {
  return (
    <div className="flex h-8 items-end gap-px overflow-hidden border-b border-line-control" aria-hidden="true">
      {results.map(({ id, errors, warnings }) => (
        <span
          key={id}
          className={`min-w-px flex-1 ${errors > 0 ? 'h-full bg-alarm' : warnings > 0 ? 'h-2/3 bg-late' : 'h-1/3 bg-line-control'}`}
        />
      ))}
    </div>
  );
}
