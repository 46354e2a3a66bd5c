import { type Span, spanOfRange } from '../../lib/domain/time/range.ts';
import { nameSpan } from '../../lib/domain/time/range-steps.ts';
import { useTimePlace } from '../shell/time-place.ts';
import { RangeControl } from './RangeControl.tsx';
import type { TimeAsked } from './time-asked.ts';

/** An address may say only one end of it. */
const spanOf = ({ from, to }: TimeAsked): Span | null =>
  from === null && to === null ? null : { from: from === null ? 0 : Date.parse(from), to: to === null ? Date.now() : Date.parse(to) };

/** Narrows a list to whole days. */
export function TimeFilter({ value, onChange }: { value: TimeAsked; onChange: (next: TimeAsked) => void }) {
  const place = useTimePlace();
  const span = spanOf(value);
  return (
    <RangeControl
      days
      anyTime
      range={span && nameSpan(span, Date.now(), place)}
      span={span}
      onChange={(range) => {
        const found = range && spanOfRange(range, Date.now(), place);
        onChange({ from: found && new Date(found.from).toISOString(), to: found && new Date(found.to).toISOString() });
      }}
    />
  );
}
