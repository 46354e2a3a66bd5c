import type { DeskProblem } from '../../lib/domain/time-study/desk-study.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Status } from '../ui/Status.tsx';

const SHOWN = 10;

/** What keeps the study from being stored, row by row. */
export function Problems({ problems }: { problems: readonly DeskProblem[] }) {
  const t = useT();
  const format = useFormat();
  // Rows that can't be read are known before those that say something impossible: a person goes through the file from its top.
  const byRow = problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return (
    <div role="status">
      {problems.length === 0 ? null : (
        <ul className="grid gap-1 text-12 [&_.st]:items-baseline [&_.st]:whitespace-normal" aria-label={t('desk-study:problems')}>
          {byRow.slice(0, SHOWN).map(({ line, fault, found }) => (
            <li key={`${line} ${fault} ${found}`}>
              <Status kind="alarm">
                {[
                  line === null ? null : t('desk-study:line', { line: format.number(line) }),
                  t(`desk-study:fault.${fault}`, { found: found.slice(0, 60) }),
                ]
                  .filter(Boolean)
                  .join(': ')}
              </Status>
            </li>
          ))}
          {problems.length > SHOWN ? (
            <li className="text-ink-2">
              {t('desk-study:more', { count: problems.length - SHOWN, n: format.number(problems.length - SHOWN) })}
            </li>
          ) : null}
        </ul>
      )}
    </div>
  );
}
