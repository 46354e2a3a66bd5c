import type { Channel, StateTone, StateWords } from '../../lib/contract/channels.ts';
import type { ReadingValue } from '../../lib/contract/common.ts';
import { shownValue } from '../../lib/domain/quantities/shown.ts';
import { stateTone, stateWord } from '../../lib/domain/text/state-words.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Value, type ValueProps } from '../ui/Value.tsx';

/** What a value of a state is called: in the channel's own words, else true and false as on and off, other numbers and words as they are. */
export function useStateWord(): (value: ReadingValue, words: StateWords | null) => string {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  return (value, words) =>
    stateWord(words, value, locale) ??
    (typeof value === 'boolean'
      ? t(value ? 'channels:state.on' : 'channels:state.off')
      : typeof value === 'number'
        ? format.number(value)
        : value);
}

/** A value that stands without its channel: a number with its unit, a state in words. */
export function useValueText(): (value: ReadingValue, unit: string | null, decimals?: number | null) => string {
  const format = useFormat();
  const word = useStateWord();
  return (value, unit, decimals) => (typeof value === 'number' ? format.quantity(value, unit, decimals) : word(value, null));
}

const TONES: Record<StateTone, ValueProps['tone']> = { neutral: undefined, good: 'ok', warning: 'late', off: 'off' };

/** A stored value of a channel as people see it, whatever its kind; `of` says how the channel writes it, null where it isn't known. */
export function ChannelValue({
  value,
  of,
  unit = of?.display_unit ?? null,
  decimals = of?.decimals ?? null,
}: {
  value: ReadingValue | null;
  of: Pick<Channel, 'display_unit' | 'conversion' | 'decimals' | 'state_words'> | null;
  /** Where it is written otherwise than the channel says. */
  unit?: string | null;
  decimals?: number | null;
}) {
  const word = useStateWord();
  const words = of?.state_words ?? null;
  if (value === null || (typeof value !== 'boolean' && words === null))
    return <Value value={shownValue(value, of?.conversion ?? null) as number | string | null} unit={unit} decimals={decimals} />;
  return <Value value={word(value, words)} tone={words === null ? undefined : TONES[stateTone(words, value)]} />;
}
