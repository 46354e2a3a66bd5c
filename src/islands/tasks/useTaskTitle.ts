import type { Task } from '../../lib/contract/tasks.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { KIND_WORDS } from './kind-words.ts';

type Merged = NonNullable<Task['merged']>['from'];
const nameOf = ({ name, datalogger_name }: Merged): string => (datalogger_name === null ? name : `${name} · ${datalogger_name}`);

/** What a task does and what it is about, in words. */
export function useTaskTitle(): (task: Pick<Task, 'kind' | 'about' | 'merged'>) => string {
  const t = useT();
  return ({ kind, about, merged }) => {
    const what = t(`tasks:kind.${KIND_WORDS[kind]}`);
    if (merged) return `${what}: ${t('tasks:merged', { from: nameOf(merged.from), into: nameOf(merged.into) })}`;
    return about ? `${what}: ${about.name}` : what;
  };
}
