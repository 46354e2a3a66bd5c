import type { Task } from '../../lib/contract/tasks.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { KIND_WORDS } from './kind-words.ts';

/** How far a task is; where nobody knows how much there is, only that it goes on. */
export function TaskProgress({ task: { done, total, kind } }: { task: Task }) {
  const t = useT();
  const format = useFormat();
  const known = total !== null && total > 0;
  return (
    <span className="grid min-w-0 gap-1">
      <progress
        className="h-1.5 w-full accent-accent"
        aria-label={t(`tasks:kind.${KIND_WORDS[kind]}`)}
        {...(known ? { max: total, value: Math.min(done, total) } : {})}
      />
      {known ? (
        <span className="muted text-12 tabular-nums">
          {t('tasks:progress', { done: format.number(done), total: format.number(total) })}
        </span>
      ) : null}
    </span>
  );
}
