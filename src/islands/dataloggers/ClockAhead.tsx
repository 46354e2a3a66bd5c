import { useT } from '../../lib/i18n/react.tsx';
import { Status } from '../ui/Status.tsx';

/** Says of a value that newer ones have a time ahead of their receipt; nothing where none has. */
export function ClockAhead({
  of,
  short,
}: {
  of: { ahead_ts: string | null } | null | undefined /** Where there is little room. */;
  short?: boolean;
}) {
  const t = useT();
  if (of?.ahead_ts == null) return null;
  if (!short) return <Status kind="late">{t('channels:clock_ahead')}</Status>;
  return (
    <Status kind="late">
      <span aria-hidden="true">{t('channels:clock_ahead_short')}</span>
      <span className="vh">{t('channels:clock_ahead')}</span>
    </Status>
  );
}
