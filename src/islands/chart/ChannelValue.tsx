import type { ReadingValue } from '../../lib/contract/common.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Value } from '../ui/Value.tsx';

/** Words of a state: of true and false that loggers send, of the numbers of other states, and words as they are. */
export function useStateWord(): (value: ReadingValue) => string {
  const t = useT();
  const format = useFormat();
  return (value) =>
    typeof value === 'boolean'
      ? t(value ? 'channels:state.on' : 'channels:state.off')
      : typeof value === 'number'
        ? format.number(value)
        : value;
}

/** A value of a channel, whatever its kind. */
export function ChannelValue({ value, unit, decimals }: { value: ReadingValue | null; unit: string | null; decimals: number | null }) {
  const word = useStateWord();
  if (typeof value === 'boolean') return <Value value={word(value)} />;
  return <Value value={value} unit={unit} decimals={decimals} />;
}
