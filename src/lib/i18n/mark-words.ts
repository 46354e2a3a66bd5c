import type { Mark } from '../contract/marks.ts';
import type { Format } from './format.ts';
import type { T } from './index.ts';

/** What marks over readings say: the same in their list and on paper. */

type Said = Pick<Mark, 'kind' | 'value' | 'value_to' | 'display_unit'>;

/** @param shown a difference of stored values as people see it */
export function markSaid({ kind, value, value_to, display_unit }: Said, shown: (stored: number) => number, t: T, format: Format): string {
  const added = (stored: number | null, unit: string | null) => {
    const difference = shown(stored ?? 0);
    return `${difference > 0 ? '+' : ''}${format.quantity(difference, unit)}`;
  };
  if (kind === 'offset') return t('marks:said.offset', { value: added(value, display_unit) });
  if (kind === 'drift') return t('marks:said.drift', { value: added(value, null), value_to: added(value_to, display_unit) });
  return t(`marks:said.${kind}`);
}

export function markTime({ from, to }: Pick<Mark, 'from' | 'to'>, format: Format): string {
  const isOneDay = format.date(from) === format.date(to);
  return `${format.dateTime(from, 'minute')} – ${isOneDay ? format.time(to, 'minute') : format.dateTime(to, 'minute')}`;
}
