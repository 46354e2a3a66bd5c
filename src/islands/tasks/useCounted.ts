import type { ReadingCounts } from '../../lib/contract/tasks.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';

/** What became of readings, in words. */
export function useCounted(): (counts: ReadingCounts) => string {
  const t = useT();
  const format = useFormat();
  return (counts) => {
    const of = (count: number) => ({ count, n: format.number(count) });
    return t('tasks:counts', {
      new: t('tasks:new', of(counts.new)),
      changed: t('tasks:changed', of(counts.changed)),
      unchanged: t('tasks:unchanged', of(counts.unchanged)),
      refused: t('tasks:refused', of(counts.refused)),
    });
  };
}
