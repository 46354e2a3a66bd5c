import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { type DataloggersStore, groupOf } from '../../lib/client/dataloggers/dataloggers.store.ts';
import type { Datalogger, DataloggerGrouping } from '../../lib/contract/dataloggers.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import type { RowGroups } from '../ui/DataTable.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { GROUP_HEAD, GroupHead } from '../ui/table/GroupHead.tsx';
import { lampOf } from './LoggerStatus.tsx';

/** Heads of the groups of the list; undefined of a list without groups. Keeps its identity between renders. */
export function useGroups(store: DataloggersStore, group: DataloggerGrouping | null): RowGroups<Datalogger> | undefined {
  return useMemo(
    () =>
      group === null
        ? undefined
        : {
            keyOf: (row) => groupOf(row, group),
            height: GROUP_HEAD,
            head: (key, columns) => (
              <GroupHead columns={columns}>
                <Head store={store} group={group} id={key} />
              </GroupHead>
            ),
          },
    [store, group],
  );
}

/** The name of the group, how many loggers are in it, and how many of them want attention, as far as that is known. */
function Head({ store, group, id }: { store: DataloggersStore; group: DataloggerGrouping; id: string }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const found = useStore(store.$groups)?.get(id);
  const name = id === '' ? t(`logger-list:group.without.${group}`) : group === 'place' ? id : (found?.name ?? null);
  const address =
    id === '' || name === null
      ? null
      : group === 'machine'
        ? href('/org/machines/{id}', { id }, locale)
        : group === 'type'
          ? href('/dlog/logger-types/{id}', { id }, locale)
          : null;
  // A machine that the reader may not see has no name for him.
  const shown = name ?? (found ? t('logger-list:group.hidden') : '');
  return (
    <>
      {address === null ? (
        <span className="font-semi text-ink">{shown}</span>
      ) : (
        <a className="font-semi text-ink" href={address}>
          {shown}
        </a>
      )}
      {found ? (
        <span className="num">{t('logger-list:group.count', { count: found.count, number: format.number(found.count) })}</span>
      ) : null}
      {found && found.trouble > 0 ? (
        <span className="inline-flex items-center gap-1.5 text-ink-2">
          <StatusLamp kind={lampOf('trouble')} />
          {t('logger-list:group.trouble', { count: found.trouble, number: format.number(found.trouble) })}
        </span>
      ) : null}
    </>
  );
}
