import { useT } from '../../lib/i18n/react.tsx';
import { Status } from '../ui/Status.tsx';

/** Says of a value that newer ones have a time ahead of their receipt; nothing where none has. */
export function ClockAhead({ of }: { of: { ahead_ts: string | null } | null | undefined }) {
  const t = useT();
  return of?.ahead_ts == null ? null : <Status kind="late">{t('channels:clock_ahead')}</Status>;
}
