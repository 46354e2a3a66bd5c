import { TRIED_COUNTS, type TriedCounts } from '../../lib/client/logger-types/trial.store.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';

/** What became of readings, errors and warnings: of all messages, or of one. */
export function TrialCounts({ of }: { of: TriedCounts }) {
  const t = useT();
  const format = useFormat();
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {TRIED_COUNTS.map((id) => (
        <div key={id} className="flex items-baseline gap-1.5">
          <dd className={`med tnum ${id === 'errors' && of.errors > 0 ? 'text-alarm-text' : ''}`}>{format.number(of[id])}</dd>
          <dt className="soft">{t(`logger-types:trial.${id}`, { count: of[id] })}</dt>
        </div>
      ))}
    </dl>
  );
}
