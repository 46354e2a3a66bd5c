import { useFormat } from '../../lib/i18n/react.tsx';

/** A share as per cents, with a decimal place only where it has one. */
export function usePercent(): (share: number) => string {
  const format = useFormat();
  return (share) => format.percent(share, Number.isInteger(Math.round(share * 1e5) / 1e3) ? 0 : 1);
}
