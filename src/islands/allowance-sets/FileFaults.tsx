import type { LineFault } from '../../lib/domain/time-study/allowance-files.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Status } from '../ui/Status.tsx';

/** Faults that are named one by one; further ones are counted. */
const SHOWN = 12;

/** What of a file can't be read, line by line. */
export function FileFaults({ faults }: { faults: readonly LineFault[] }) {
  const t = useT();
  const format = useFormat();
  if (faults.length === 0) return null;
  return (
    <ul className="grid gap-1 text-12 [&_.st]:items-baseline [&_.st]:whitespace-normal" aria-label={t('allowance-files:faults')}>
      {faults.slice(0, SHOWN).map(({ line, fault, found }) => (
        <li key={`${line} ${fault} ${found}`}>
          <Status kind="alarm">
            {[
              line === null ? null : t('allowance-files:line', { line: format.number(line) }),
              t(`allowance-files:fault.${fault}`, { found: found.slice(0, 60) }),
            ]
              .filter(Boolean)
              .join(': ')}
          </Status>
        </li>
      ))}
      {faults.length > SHOWN ? (
        <li className="text-ink-2">
          {t('allowance-files:more', { count: faults.length - SHOWN, n: format.number(faults.length - SHOWN) })}
        </li>
      ) : null}
    </ul>
  );
}
