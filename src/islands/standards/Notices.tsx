import type { Operation, OperationStandard } from '../../lib/contract/operations.ts';
import { MOST_STUDIED } from '../../lib/contract/operations.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Status } from '../ui/Status.tsx';
import type { AnyVersion } from './StandardTab.tsx';

/** What whoever answers for the standard has to know before he believes it. */
export function Notices({ row, standard, version }: { row: Operation; standard: OperationStandard; version: AnyVersion }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const unrated = version.card.elements.reduce((sum, one) => sum + one.unrated, 0);
  const isNow = version.state === 'draft';
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
  ].filter((one) => one !== null);
  const none = version.parameters.allowances === null;
  if (said.length === 0 && !none) return null;
  return (
    <ul
      className="grid gap-1 border-b border-line-2 bg-ground px-5 py-2 text-12 slim:px-4 [&_.st]:items-start [&_.st]:whitespace-normal"
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
            {t('standards:notice.no_allowances')}{' '}
            <a className="link" href={`${href('/tm/operations/{id}', { id: row.id }, locale)}#settings`}>
              {t('standards:notice.choose')}
            </a>
          </Status>
        </li>
      ) : null}
    </ul>
  );
}
