import type { ReadingValue } from '../../lib/contract/common.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Value } from '../ui/Value.tsx';

/** Words of a state that devices send as true and false. */
export function useStateWord(): (value: boolean) => string {
  const t = useT();
  return (value) => t(value ? 'channels:state.on' : 'channels:state.off');
}

/** A value of a channel, whatever its kind. */
export function ChannelValue({ value, unit, decimals }: { value: ReadingValue | null; unit: string | null; decimals: number | null }) {
  const word = useStateWord();
  if (typeof value === 'boolean') return <Value value={word(value)} />;
  return <Value value={value} unit={unit} decimals={decimals} />;
}
