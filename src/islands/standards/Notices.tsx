import type { Operation, OperationStandard } from '../../lib/contract/operations.ts';
import { MOST_STUDIED } from '../../lib/contract/operations.ts';
import { frequencyDiffers } from '../../lib/domain/time-study/frequency.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Status } from '../ui/Status.tsx';
import type { AnyVersion } from './StandardTab.tsx';

/** How often an element comes of which nobody said it. */
const ONCE = { occurrences: 1, cycles: 1 };

/** What whoever answers for the standard has to know before he believes it. */
export function Notices({ row, standard, version }: { row: Operation; standard: OperationStandard; version: AnyVersion }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const unrated = version.card.elements.reduce((sum, one) => sum + one.unrated, 0);
  const isNow = version.state === 'draft';
  // What is counted are the readings of now: those of the draft, else of the newest version.
  const isCounted = isNow || (standard.draft === null && version.stored === standard.versions[0]);
  const otherwise = standard.frequencies.flatMap((counted) => {
    const { occurrences, cycles } = version.parameters.elements.find(({ activity_id }) => activity_id === counted.activity_id) ?? ONCE;
    return frequencyDiffers(counted, { occurrences, cycles })
      ? t('standards:notice.seen', {
          ...{ name: counted.name, n: format.number(counted.seen), count: counted.cycles, cycles: format.number(counted.cycles) },
          frequency: `${format.number(occurrences)}/${format.number(cycles)}`,
        })
      : [];
  });
  const said = [
    version.state !== 'draft' && standard.draft !== null && version.state !== 'superseded'
      ? t('standards:notice.changed', { version: version.version })
      : null,
    standard.wants_another && version.state === 'reviewed' ? t('standards:notice.another') : null,
    isNow && row.active !== null ? t('standards:notice.in_force', { version: row.active.version }) : null,
    standard.left_out > 0 ? t('standards:notice.left_out', { count: standard.left_out, most: MOST_STUDIED }) : null,
    unrated > 0 ? t('standards:notice.unrated', { count: unrated, n: format.number(unrated) }) : null,
    isNow && standard.without_readings.length > 0
      ? t('standards:notice.without', { names: format.list(standard.without_readings.map(({ name }) => name)) })
      : null,
    isCounted && otherwise.length > 0 ? t('standards:notice.frequency', { names: format.list(otherwise) }) : null,
  ].filter((one) => one !== null);
  const none = version.parameters.allowances === null;
  if (said.length === 0 && !none) return null;
  return (
    <ul
      className="grid gap-1 border-b border-line-2 bg-ground px-5 py-2 text-12 slim:px-4 [&_.st]:items-baseline [&_.st]:whitespace-normal"
      aria-label={t('standards:notice.title')}
    >
      {said.map((text) => (
        <li key={text}>
          <Status kind="late">{text}</Status>
        </li>
      ))}
      {none ? (
        <li>
          <Status kind="late">
            {/* One text, so that the link goes on in its line. */}
            <span>
              {t('standards:notice.no_allowances')}{' '}
              <a className="link" href={`${href('/tm/operations/{id}', { id: row.id }, locale)}#settings`}>
                {t('standards:notice.choose')}
              </a>
            </span>
          </Status>
        </li>
      ) : null}
    </ul>
  );
}
