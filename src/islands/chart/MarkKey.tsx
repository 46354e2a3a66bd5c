import { useT } from '../../lib/i18n/react.tsx';
import type { Marks } from './model.ts';

export type KeyKind = keyof Marks | 'corrected' | 'noted';

/** As `plot.ts` draws them, 22 × 12. */
const EDGED = <path d="M0 10.5h22M.5 0v12M21.5 0v12" stroke="var(--info)" strokeWidth="2" />;

const SAMPLES: Record<KeyKind, React.ReactNode> = {
  gaps: <path d="M0 12 12 0M6 12 18 0M12 12l10-10" stroke="var(--gap-ink)" strokeWidth="1.25" />,
  failed: (
    <>
      <path d="M0 12 12 0M6 12 18 0M12 12l10-10M0 0l12 12M6 0l12 12M12 0l10 10" stroke="var(--gap-ink)" strokeWidth="1.25" />
      <path d="M0 6h22M7.5 2.5l7 7m0-7-7 7" stroke="var(--text-2)" strokeWidth="1.5" />
    </>
  ),
  excluded: (
    <>
      <path d="M0 0h22v12H0z" fill="var(--info-soft)" />
      <path d="M0 0l12 12M6 0l12 12M12 0l10 10" stroke="var(--info)" strokeOpacity=".6" />
      {EDGED}
    </>
  ),
  corrected: (
    <>
      <path d="M0 0h22v12H0z" fill="var(--info-soft)" />
      {EDGED}
    </>
  ),
  noted: EDGED,
  suspect: <path d="M0 6h22" stroke="var(--late)" strokeWidth="3" strokeDasharray="4 2" />,
  ahead: (
    <>
      <path d="M0 0h22v12H0z" fill="var(--late-soft)" />
      <path d="M0 10.5h22" stroke="var(--late)" strokeWidth="3" />
    </>
  ),
};

/** What the marks in the picture mean: one line under it. */
export default function MarkKey({ kinds, left }: { kinds: readonly KeyKind[]; left: number }) {
  const t = useT();
  return (
    <p className="mark-key flex flex-wrap gap-y-1 gap-x-4 pt-1.5 text-11 text-ink-2" style={{ paddingLeft: left }}>
      {kinds.map((kind) => (
        <span key={kind} className="inline-flex items-center gap-1.5">
          <svg width="22" height="12" viewBox="0 0 22 12" aria-hidden="true">
            {SAMPLES[kind]}
          </svg>
          <span data-take>{t(`dataloggers:chart.key.${kind}`)}</span>
        </span>
      ))}
    </p>
  );
}
