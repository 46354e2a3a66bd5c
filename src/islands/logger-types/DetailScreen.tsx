import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore, Braces, Copy, Cpu } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FilesStore } from '../../lib/client/files/files.store.ts';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Editor } from '../../lib/client/logger-types/editor.store.ts';
import type { createLoggerChoice, createSensorChoice, LoggerTypeStore } from '../../lib/client/logger-types/logger-types.store.ts';
import type { LoggerTypeDetail } from '../../lib/contract/logger-types.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Photo } from '../files/Photo.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { nameLook, PageHead } from '../ui/PageHead.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { fileName, saveFile } from '../ui/save-file.ts';
import { Tabs, TabsWaiting } from '../ui/Tabs.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';

const MappingTab = part(() => import('./MappingTab.tsx'));
const LoggersTab = part(() => import('./LoggersTab.tsx'));
const VersionsTab = part(() => import('./VersionsTab.tsx'));
const FilesTab = part(() => import('../files/FilesTab.tsx'));
const Properties = part(() => import('./Properties.tsx'));

export interface Stores {
  deps: StoreDeps;
  type: LoggerTypeStore;
  sensors: ReturnType<typeof createSensorChoice>;
  loggers: ReturnType<typeof createLoggerChoice>;
  editorOf(row: LoggerTypeDetail): Editor;
}

/** Shown until the type is known. */
export function DetailWaiting() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('logger-types:title'), href: href('/dlog/logger-types', null, locale) }]}
        title={<Skeleton width={200} height={18} />}
        bare
      />
      <TabsWaiting />
    </div>
  );
}

export function DetailScreen({ context, create }: { context: PageContext; create: () => Stores }) {
  const [stores] = useState(create);
  useStarted(stores.type);
  const state = useStore(stores.type.$state);
  if (state.status === 'loading') return <DetailWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void stores.type.load()} />
      </div>
    );
  return <Shown context={context} stores={stores} row={state.row} />;
}

function Shown({ context, stores, row }: { context: PageContext; stores: Stores; row: LoggerTypeDetail }) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  // One for all tabs: what was edited stays while another tab is looked at.
  const [editor] = useState(() => stores.editorOf(row));
  const files = useRef<FilesStore>(null);
  const canWrite = context.can('dlog:write', '');
  const isOff = row.archived_at !== null;
  const failed = (error: unknown) => toast({ kind: 'alarm', text: `${row.name}: ${t(`errors:${failureOf(error).code}`)}` });
  const archive = async (from: LoggerTypeDetail, archived: boolean, undo: boolean) => {
    const result = await stores.type.save(from.rev, { archived });
    if (result.status === 'error') failed(result.error);
    else if (result.status === 'conflict') toast({ kind: 'alarm', text: `${row.name}: ${t('errors:stale_rev')}` });
    else
      toast({
        text: t(archived ? 'logger-types:archive_done' : 'logger-types:restored', { name: row.name }),
        ...(undo ? { action: { text: t('logger-types:undo'), run: () => void archive(result.row, !archived, false) } } : {}),
      });
  };
  const setPhoto = async (photo_file_id: string | null) => {
    const result = await stores.type.save(row.rev, { photo_file_id });
    // Another field that somebody changed meanwhile doesn't touch the photo.
    const last = result.status === 'conflict' ? await stores.type.save(result.current.rev, { photo_file_id }) : result;
    if (last.status === 'error') failed(last.error);
  };
  const exportFile = () =>
    stores.type
      .portable()
      .then((portable) => saveFile(`${fileName(row.name)}.json`, JSON.stringify(portable, null, 2)))
      .catch(failed);
  const clone = () =>
    stores.type
      .clone(t('logger-types:copy_name', { name: row.name }).slice(0, 200))
      .then(({ id }) => navigateTo(href('/dlog/logger-types/{id}', { id }, locale)))
      .catch(failed);
  const made = [row.maker, row.model].filter(Boolean).join(' ');
  const facts = [
    { name: t('logger-types:column.decoder'), value: t(`logger-types:decoder.${row.decoder}`) },
    ...(made ? [{ name: t('logger-types:column.maker'), value: made }] : []),
    ...(row.sending_interval_s === null
      ? []
      : [{ name: t('logger-types:field.sending'), value: t('logger-types:seconds', { seconds: format.number(row.sending_interval_s) }) }]),
    ...(row.offline_after === null
      ? []
      : [{ name: t('logger-types:field.offline'), value: t('logger-types:intervals', { count: row.offline_after }) }]),
    ...(row.manual_url === null
      ? []
      : [
          {
            name: t('logger-types:field.manual'),
            value: (
              <a className="link" href={row.manual_url} target="_blank" rel="noreferrer">
                {new URL(row.manual_url).hostname}
              </a>
            ),
          },
        ]),
    { name: t('logger-types:column.loggers'), value: format.number(row.logger_count) },
  ];
  const contents = {
    mapping: <MappingTab stores={stores} editor={editor} row={row} canWrite={canWrite && !isOff} />,
    loggers: <LoggersTab stores={stores} row={row} canWrite={!isOff && context.can('dlog:write')} />,
    versions: <VersionsTab stores={stores} row={row} />,
    files: (
      <FilesTab
        context={context}
        entity="logger-types"
        entityId={row.id}
        kept={files}
        canWrite={canWrite}
        photoFileId={row.photo_file_id}
        onPhoto={(photo) => void setPhoto(photo)}
      />
    ),
    settings: <Properties store={stores.type} row={row} canWrite={canWrite} />,
  };
  const counts = { mapping: undefined, loggers: row.logger_count, versions: row.versions.length, files: undefined, settings: undefined };
  return (
    <div className="screen">
      <PageHead
        crumbs={[{ text: t('logger-types:title'), href: href('/dlog/logger-types', null, locale) }]}
        title={
          <span className="flex items-center gap-2.5">
            <Photo organization={context.organization} file={row.photo_file_id} icon={Cpu} />
            <span className={`min-w-0 ${nameLook(row.name)}`}>{row.name}</span>
          </span>
        }
        status={
          <>
            <Tag>
              {row.version === null ? t('logger-types:not_published') : t('logger-types:version', { version: String(row.version) })}
            </Tag>
            {isOff ? <Tag>{t('logger-types:archived')}</Tag> : null}
          </>
        }
        facts={[facts]}
        actions={
          <>
            <Button icon={Braces} onPress={() => void exportFile()}>
              {t('logger-types:export')}
            </Button>
            {canWrite ? (
              <>
                <Button icon={Copy} onPress={() => void clone()}>
                  {t('logger-types:clone')}
                </Button>
                <Button icon={isOff ? ArchiveRestore : Archive} onPress={() => void archive(row, !isOff, true)}>
                  {t(isOff ? 'logger-types:restore' : 'logger-types:archive')}
                </Button>
              </>
            ) : null}
          </>
        }
        raised
        bare
      />
      <Tabs
        label={t('logger-types:tabs')}
        hash
        items={(['mapping', 'loggers', 'versions', 'files', 'settings'] as const).map((id) => ({
          id,
          title: t(`logger-types:tab.${id}`),
          count: counts[id],
          content: <Boundary waiting={<div className="min-h-95 flex-1" aria-busy="true" />}>{contents[id]}</Boundary>,
        }))}
      />
    </div>
  );
}
