import { useFormat, useT } from '../../lib/i18n/react.tsx';

export interface Matrix {
  /** As they are stored, and as people see them. */
  hysteresis: readonly { stored: number; shown: string }[];
  on_delay_s: readonly number[];
}

/** How many alarms there would be with other delays and hystereses; one of them is the draft. */
export function TrialCounts({
  matrix,
  counts,
  draft,
  onChoose,
}: {
  matrix: Matrix;
  counts: readonly (readonly (number | null)[])[];
  draft: { hysteresis: number; on_delay_s: number };
  onChoose: (chosen: { hysteresis: number; on_delay_s: number }) => void;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <table className="w-full table-fixed text-12">
      <caption className="pb-1 text-left text-ink-3">{t('alarm-rules:counts')}</caption>
      <thead>
        <tr>
          <th scope="col" className="font-normal">
            <span className="vh">{t('alarm-rules:on_delay')}</span>
          </th>
          {matrix.hysteresis.map(({ stored, shown }) => (
            <th key={stored} scope="col" className="pr-2 text-right font-normal text-ink-3">
              {shown}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matrix.on_delay_s.map((delay, row) => (
          <tr key={delay}>
            <th scope="row" className="pr-2 text-right font-normal text-ink-3">
              {format.interval(delay)}
            </th>
            {matrix.hysteresis.map(({ stored }, column) => {
              const count = counts[row]?.[column] ?? null;
              const isDraft = delay === draft.on_delay_s && stored === draft.hysteresis;
              return (
                <td key={stored} className="border border-line-2 p-0">
                  <button
                    type="button"
                    className={`block h-6 w-full pr-2 text-right pointer-coarse:h-11 ${isDraft ? 'bg-accent-soft font-semibold' : ''}`}
                    aria-pressed={isDraft}
                    disabled={count === null}
                    onClick={() => onChoose({ hysteresis: stored, on_delay_s: delay })}
                  >
                    {count === null ? '–' : format.number(count)}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
