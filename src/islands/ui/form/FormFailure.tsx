import { useT } from '../../../lib/i18n/react.tsx';
import type { Failure } from '../problem.ts';
import { StatusLamp } from '../StatusLamp.tsx';

/** Why the whole form was refused, over its buttons; read out as soon as it appears. */
export function FormFailure({ failure }: { failure: Failure | null }) {
  const t = useT();
  return (
    <div role="alert" className="empty:absolute">
      {failure ? (
        <p className="note alarm">
          <StatusLamp kind="alarm" />
          <span>{t(`errors:${failure.code}`)}</span>
        </p>
      ) : null}
    </div>
  );
}
