import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FilesStore } from '../../lib/client/files/files.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { LinksStore } from '../../lib/client/links/links.store.ts';
import type { MachineStore } from '../../lib/client/machines/machine.store.ts';
import type { MachineLoggersStore } from '../../lib/client/machines/machine-loggers.store.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Star } from '../favorites/Star.tsx';
import { Photo } from '../files/Photo.tsx';
import { Links } from '../links/Links.tsx';
import { useCrumbs } from '../shell/crumbs.ts';
import { placeLink } from '../shell/place-address.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { type Fact, nameLook, PageHead } from '../ui/PageHead.tsx';
import { failureOf } from '../ui/problem.ts';
import { QrButton } from '../ui/QrButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs, TabsWaiting } from '../ui/Tabs.tsx';
import { toast } from '../ui/toasts.ts';
import { hidesLoggers, LastSign } from './LastSign.tsx';
import { piecesPerHour } from './output.ts';
import { StatusChoice } from './StatusChoice.tsx';

const AlarmsHere = part(() => import('../alarms/AlarmsHere.tsx'));
const Overview = part(() => import('./Overview.tsx'));
const LoggersTab = part(() => import('./LoggersTab.tsx'));
const MeasurementsTab = part(() => import('./MeasurementsTab.tsx'));
const PropertiesTab = part(() => import('./PropertiesTab.tsx'));
const HistoryTab = part(() => import('./HistoryTab.tsx'));
const FilesTab = part(() => import('../files/FilesTab.tsx'));

const TABS = ['overview', 'loggers', 'measurements', 'files', 'properties', 'history'] as const;

export interface DetailStores {
  deps: StoreDeps;
  machine: MachineStore;
  loggers: MachineLoggersStore;
  links: LinksStore;
}

/** Shown until the person is known. */
export function DetailWaiting() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen" aria-busy="true">
      <PageHead
        crumbs={[{ text: t('machines:title'), href: href('/org/machines', null, locale) }]}
        title={<Skeleton width={180} height={20} />}
      />
      <TabsWaiting />
      <TabWaiting />
    </div>
  );
}

const TabWaiting = () => (
  <div className="max-w-180 p-5 slim:p-4" aria-busy="true">
    <div className="stack">
      {['40%', '80%', '60%'].map((width) => (
        <Skeleton key={width} width={width} height={14} />
      ))}
    </div>
  </div>
);

export function DetailScreen({ context, id, create }: { context: PageContext; id: string; create: () => DetailStores }) {
  const t = useT();
  const [stores] = useState(create);
  const { machine, loggers } = stores;
  const files = useRef<FilesStore>(null);
  const state = useStore(machine.$state);
  useEffect(() => machine.start(), [machine]);
  const seesLoggers = state.status === 'ready' && context.can('dlog:read', state.row.workspace_id);
  useEffect(() => (seesLoggers ? loggers.start() : undefined), [loggers, seesLoggers]);

  if (state.status === 'loading') return <DetailWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void machine.load()} />
      </div>
    );
  const { row } = state;
  const canWrite = context.can('machines:write', row.workspace_id);
  const setPhoto = async (photo: string | null) => {
    const result = await machine.save(row.rev, { photo_file_id: photo });
    // Another field that somebody changed meanwhile doesn't touch the photo.
    const last = result.status === 'conflict' ? await machine.save(result.current.rev, { photo_file_id: photo }) : result;
    if (last.status === 'error') toast({ kind: 'alarm', text: `${t('machines:failed')}: ${t(`errors:${failureOf(last.error).code}`)}` });
  };
  const contents: Record<(typeof TABS)[number], () => ReactNode> = {
    overview: () => <Overview context={context} stores={stores} row={row} seesLoggers={seesLoggers} />,
    loggers: () => <LoggersTab context={context} stores={stores} row={row} seesLoggers={seesLoggers} />,
    measurements: () => <MeasurementsTab context={context} deps={stores.deps} row={row} />,
    files: () => (
      <FilesTab
        context={context}
        entity="machines"
        entityId={id}
        kept={files}
        canWrite={canWrite}
        photoFileId={row.photo_file_id}
        onPhoto={(photo: string | null) => setPhoto(photo)}
      />
    ),
    properties: () => <PropertiesTab context={context} store={machine} row={row} />,
    history: () => <HistoryTab context={context} deps={stores.deps} id={id} />,
  };
  const items = TABS.map((tab) => ({
    id: tab,
    title: t(`machines:tab.${tab}`),
    count: tab === 'loggers' && row.datalogger_count > 0 ? row.datalogger_count : undefined,
    content: <Boundary waiting={<TabWaiting />}>{contents[tab]()}</Boundary>,
  }));
  return (
    <div className="screen">
      <Head context={context} stores={stores} row={row} canWrite={canWrite} />
      <Tabs label={t('machines:detail.tabs')} items={items} hash />
    </div>
  );
}

function Head({ context, stores, row, canWrite }: { context: PageContext; stores: DetailStores; row: Machine; canWrite: boolean }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const list = href('/org/machines', null, locale);
  const facts: Fact[] = hidesLoggers(row) ? [] : [{ name: t('machines:detail.last_sign'), value: <LastSign row={row} /> }];
  const pieces = piecesPerHour(row.ideal_cycle_s);
  if (pieces !== null)
    facts.push({ name: t('machines:detail.per_hour'), value: t('machines:form.pieces_per_hour', { count: format.number(pieces) }) });
  // Each step of the place leads to the machines that stand there too.
  const steps = (['site', 'hall', 'line'] as const).flatMap((level) => {
    const word = row[level];
    return word === null ? [] : [{ text: word, href: `${list}?${new URLSearchParams({ [level]: word })}` }];
  });
  const crumbs = useCrumbs(context, row.workspace_id, { text: t('machines:title'), href: list }, ...steps);
  return (
    <PageHead
      crumbs={crumbs}
      title={
        <span className="flex items-center gap-2.5">
          <Photo organization={context.organization} file={row.photo_file_id} />
          <span className={`min-w-0 ${nameLook(row.name)}`}>{row.name}</span>
        </span>
      }
      mark={<Star context={context} entity="machines" entityId={row.id} label={row.name} />}
      status={
        <>
          <StatusChoice store={stores.machine} row={row} canWrite={canWrite} />
          {context.can('dlog:read', row.workspace_id) ? (
            <Boundary instead={null}>
              <AlarmsHere deps={stores.deps} of={{ machine: row.id }} />
            </Boundary>
          ) : null}
          {row.code ? <span className="muted">{row.code}</span> : null}
          {row.kind ? <span className="muted">{row.kind}</span> : null}
        </>
      }
      links={<Links store={stores.links} entity="machines" id={row.id} />}
      actions={
        <QrButton
          name={row.name}
          note={row.code}
          address={() => placeLink(href('/org/machines/{id}', { id: row.id }, locale), context.organization, row.workspace_id)}
        />
      }
      facts={facts.length > 0 ? [facts] : []}
    />
  );
}
