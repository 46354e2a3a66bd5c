import { useStore } from '@nanostores/react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type DataloggersStore, groupOf } from '../../lib/client/dataloggers/dataloggers.store.ts';
import type { Datalogger, DataloggerGrouping } from '../../lib/contract/dataloggers.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import type { RowGroups } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { GROUP_HEAD, GroupHead } from '../ui/table/GroupHead.tsx';
import { lampOf } from './LoggerStatus.tsx';

/** Which groups are closed: none of them but these, or all but these. */
interface Closed {
  all: boolean;
  but: readonly string[];
}
const OPEN: Closed = { all: false, but: [] };
const toggled = ({ all, but }: Closed, key: string): Closed => ({
  all,
  but: but.includes(key) ? but.filter((one) => one !== key) : [...but, key],
});
const isClosedIn = ({ all, but }: Closed, key: string) => all !== but.includes(key);

export interface LoggerGroups {
  /** Undefined of a list without groups. Keeps its identity between renders. */
  heads: RowGroups<Datalogger> | undefined;
  /** Of a closed group its first row alone. */
  rows: readonly Datalogger[];
  allClosed: boolean;
  closeAll(all: boolean): void;
}

/** Groups of the list, which can be closed; which are is kept as long as the tab is. */
export function useGroups(store: DataloggersStore, group: DataloggerGrouping | null, all: readonly Datalogger[]): LoggerGroups {
  const [closed, setClosed] = useState(OPEN);
  const place = `closed:dataloggers:${group}`;
  useEffect(() => setClosed(JSON.parse(sessionStorage.getItem(place) ?? 'null') ?? OPEN), [place]);
  const change = useCallback(
    (next: Closed) => {
      setClosed(next);
      sessionStorage.setItem(place, JSON.stringify(next));
    },
    [place],
  );
  const heads = useMemo(
    (): RowGroups<Datalogger> | undefined =>
      group === null
        ? undefined
        : {
            keyOf: (row) => groupOf(row, group),
            isClosed: (key) => isClosedIn(closed, key),
            height: GROUP_HEAD,
            head: (key, columns) => (
              <GroupHead key={`group ${key}`} columns={columns}>
                <Head
                  store={store}
                  group={group}
                  id={key}
                  isClosed={isClosedIn(closed, key)}
                  onToggle={() => change(toggled(closed, key))}
                />
              </GroupHead>
            ),
          },
    [store, group, closed, change],
  );
  const rows = useMemo(() => {
    if (!heads) return all;
    return all.filter((row, at) => {
      const key = heads.keyOf(row);
      return !isClosedIn(closed, key) || at === 0 || heads.keyOf(all[at - 1]!) !== key;
    });
  }, [all, heads, closed]);
  return { heads, rows, allClosed: closed.all, closeAll: (next) => change({ all: next, but: [] }) };
}

/** The name of the group, how many loggers are in it, and how many of them want attention, as far as that is known. */
function Head({
  store,
  group,
  id,
  isClosed,
  onToggle,
}: {
  store: DataloggersStore;
  group: DataloggerGrouping;
  id: string;
  isClosed: boolean;
  onToggle: () => void;
}) {
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
      {/* A finger's button is higher than the head: it reaches beyond it. That a group is open says its arrow, not a ground as of an open menu. */}
      <span className="-my-2 flex [&>button:not([data-hovered],[data-pressed])]:bg-transparent">
        <IconButton
          icon={isClosed ? ChevronRight : ChevronDown}
          label={t(isClosed ? 'logger-list:group.expand' : 'logger-list:group.collapse', { name: shown })}
          aria-expanded={!isClosed}
          onPress={onToggle}
        />
      </span>
      {address === null ? (
        <span className="one-line min-w-0 font-semi text-ink">{shown}</span>
      ) : (
        <a className="one-line min-w-0 font-semi text-ink" href={address}>
          {shown}
        </a>
      )}
      {found ? (
        <span className="num">{t('logger-list:group.count', { count: found.count, number: format.number(found.count) })}</span>
      ) : null}
      {found && found.trouble > 0 ? (
        <span className="inline-flex items-center gap-1.5 text-ink-2">
          <StatusLamp kind={lampOf('trouble')} />
          <span className="phone:sr-only">
            {t('logger-list:group.trouble', { count: found.trouble, number: format.number(found.trouble) })}
          </span>
          <span className="hidden phone:inline" aria-hidden="true">
            {format.number(found.trouble)}
          </span>
        </span>
      ) : null}
    </>
  );
}
