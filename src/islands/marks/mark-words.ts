import type { Mark } from '../../lib/contract/marks.ts';
import { markSaid, markTime } from '../../lib/i18n/mark-words.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { shownDifference } from '../alarms/shown-limits.ts';

/** What a mark says, in the unit that its channel is shown in. */
export function useMarkWords() {
  const t = useT();
  const format = useFormat();
  return {
    what: (mark: Pick<Mark, 'kind' | 'value' | 'value_to' | 'display_unit' | 'conversion'>): string =>
      markSaid(mark, (stored) => shownDifference(stored, mark), t, format),
    time: (mark: Pick<Mark, 'from' | 'to'>): string => markTime(mark, format),
  };
}
