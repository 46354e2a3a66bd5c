import type { Mark } from '../../lib/contract/marks.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { shownDifference } from '../alarms/shown-limits.ts';

/** What a mark says, in the unit that its channel is shown in. */
export function useMarkWords() {
  const t = useT();
  const format = useFormat();
  return {
    what(mark: Pick<Mark, 'kind' | 'value' | 'value_to' | 'display_unit' | 'conversion'>): string {
      const { kind, value, value_to, display_unit } = mark;
      const added = (stored: number | null, unit: string | null) => {
        const shown = shownDifference(stored ?? 0, mark);
        return `${shown > 0 ? '+' : ''}${format.quantity(shown, unit)}`;
      };
      if (kind === 'offset') return t('marks:said.offset', { value: added(value, display_unit) });
      if (kind === 'drift') return t('marks:said.drift', { value: added(value, null), value_to: added(value_to, display_unit) });
      return t(`marks:said.${kind}`);
    },
    time({ from, to }: Pick<Mark, 'from' | 'to'>): string {
      const isOneDay = format.date(from) === format.date(to);
      return `${format.dateTime(from, 'minute')} – ${isOneDay ? format.time(to, 'minute') : format.dateTime(to, 'minute')}`;
    },
  };
}
