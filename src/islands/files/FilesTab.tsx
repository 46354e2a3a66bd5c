import { useStore } from '@nanostores/react';
import { Camera, Plus } from 'lucide-react';
import {
  type DragEvent,
  type ClipboardEvent as ReactClipboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createFiles, type FilesStore, type Sent } from '../../lib/client/files/files.store.ts';
import { browserUpload } from '../../lib/client/files/upload-browser.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { FILE_MAX_BYTES } from '../../lib/constants.ts';
import type { EntityWith } from '../../lib/contract/entities.ts';
import type { StoredFile } from '../../lib/contract/files.ts';
import type { T } from '../../lib/i18n/index.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useMedia } from '../shell/hooks.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import { Documents } from './Documents.tsx';
import type { FileActions } from './FileMenu.tsx';
import { Photos } from './Photos.tsx';
import { Uploads } from './Uploads.tsx';
import { useFileActions } from './useFileActions.ts';

await ready('files', 'errors', 'forms');

export interface FilesTabProps {
  context: PageContext;
  entity: EntityWith<'files'>;
  entityId: string;
  /** Where the store outlives the tab: uploads go on without it. */
  kept: RefObject<FilesStore | null>;
  canWrite: boolean;
  /** Which of the photos stands for the row. */
  photoFileId: string | null;
  onPhoto?: ((fileId: string | null) => void) | undefined;
  /** What a photo shows, in place of the day on which it was added; null = nothing is known of it. */
  momentOf?: ((file: StoredFile) => string | null) | undefined;
}

/** What the chooser offers; the server decides by the bytes. */
const ACCEPT = '.jpg,.jpeg,.png,.webp,.gif,.avif,.tif,.tiff,.bmp,.svg,.pdf,.csv,.txt,.docx,.xlsx,.odt,.ods';

/** Files and photos of a row. */
export default function FilesTab({ context, entity, entityId, kept, canWrite, photoFileId, onPhoto, momentOf }: FilesTabProps) {
  const t = useT();
  const { organization } = context;
  const [store] = useState(() => {
    kept.current ??= createFiles({ ...browserDeps(organization), upload: browserUpload }, { entity, entity_id: entityId });
    return kept.current;
  });
  // In the same step in which the tab comes and goes: what fails right after it has gone counts as not seen.
  useLayoutEffect(() => store.start(), [store]);
  const state = useStore(store.$state);
  const actions = useFileActions({ store, organization, photoFileId, onPhoto });
  const cover = useRef(photoFileId);
  cover.current = photoFileId;
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const before = new Set(photosOf(store).map(({ id }) => id));
    await tell(store.add(files), t);
    // What had no photo is shown by the first that came.
    const first = photosOf(store).find(({ id }) => !before.has(id));
    if (first && cover.current === null) onPhoto?.(first.id);
  };
  const drop = useDrop(canWrite, add);
  usePaste(canWrite, add);

  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const rows = state.status === 'ready' ? state.rows : [];
  return (
    <div
      className="tab-body files-tab [&_.h2]:mb-3 relative grid content-start gap-5 pt-4 px-5 pb-8 slim:px-4"
      data-over={drop.over ? '' : undefined}
      {...drop.props}
    >
      {canWrite ? <Adding onFiles={add} /> : null}
      <Uploads store={store} onAgain={(key) => void tell(store.again(key), t)} />
      {state.status === 'loading' ? <Waiting /> : null}
      {state.status === 'ready' && rows.length === 0 ? (
        <EmptyState title={t('files:empty.title')}>{t(canWrite ? 'files:empty.text' : 'files:empty.read_only')}</EmptyState>
      ) : null}
      <Sections
        rows={rows}
        organization={organization}
        actions={canWrite ? actions : { ...actions, write: null }}
        cover={photoFileId}
        momentOf={momentOf}
      />
      {drop.over ? (
        <div
          className="absolute inset-2 z-5 grid place-items-center border-2 border-accent border-dashed rounded-3 [background:color-mix(in_srgb,var(--accent-soft)_88%,transparent)] text-accent text-16 font-medium pointer-events-none"
          aria-hidden="true"
        >
          {t('files:drop_now')}
        </div>
      ) : null}
    </div>
  );
}

function photosOf(store: FilesStore): StoredFile[] {
  const state = store.$state.get();
  return state.status === 'ready' ? state.rows.filter(({ width }) => width !== null) : [];
}

/** Says what came of files, also of those whose list is not there any more. */
async function tell(sending: Promise<Sent>, t: T): Promise<void> {
  const { hash } = location;
  const { arrived, unseen } = await sending;
  if (arrived > 0) toast({ text: t('files:upload.done', { count: arrived }) });
  if (unseen > 0)
    toast({
      kind: 'alarm',
      text: t('files:upload.not_added', { count: unseen }),
      action: {
        text: t('files:upload.show_why'),
        run: () => {
          location.hash = hash;
        },
      },
    });
}

interface SectionsProps {
  rows: readonly StoredFile[];
  organization: string;
  actions: FileActions;
  cover: string | null;
  momentOf: FilesTabProps['momentOf'];
}

function Sections({ rows, organization, actions, cover, momentOf }: SectionsProps) {
  const t = useT();
  const photos = rows.filter(({ width }) => width !== null);
  const documents = rows.filter(({ width }) => width === null);
  return (
    <>
      {photos.length > 0 ? (
        <section aria-label={t('files:photos')}>
          <h2 className="h2">{t('files:photos')}</h2>
          <Photos rows={photos} organization={organization} actions={actions} cover={cover} momentOf={momentOf} />
        </section>
      ) : null}
      {documents.length > 0 ? (
        <section aria-label={t('files:documents')}>
          <h2 className="h2">{t('files:documents')}</h2>
          <Documents rows={documents} actions={actions} />
        </section>
      ) : null}
    </>
  );
}

function Waiting() {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(168px,1fr))] gap-4 slim:grid-cols-2 slim:gap-3" aria-busy="true">
      {[1, 2, 3, 4].map((key) => (
        <li className="relative min-w-0" key={key}>
          <Skeleton height={132} />
        </li>
      ))}
    </ul>
  );
}

/** Buttons that open the chooser and, on a phone or tablet, the camera. */
function Adding({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useT();
  const format = useFormat();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const touch = useMedia('(pointer: coarse), (max-width: 640px)');
  const input = (more: { ref: typeof chooser; accept: string; capture?: 'environment'; multiple?: boolean }) => (
    <input
      {...more}
      type="file"
      hidden
      aria-hidden="true"
      tabIndex={-1}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        // The same file may be chosen again after it was taken away.
        event.target.value = '';
      }}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-y-2 gap-x-4">
      <span className="row">
        <Button icon={Plus} onPress={() => chooser.current?.click()}>
          {t('files:add')}
        </Button>
        {touch ? (
          <Button icon={Camera} onPress={() => camera.current?.click()}>
            {t('files:take')}
          </Button>
        ) : null}
      </span>
      <p className="max-w-[62em] flex-[1_1_320px] text-12 text-pretty text-ink-3">
        {touch ? null : `${t('files:drop')} `}
        {t('files:limits', { size: format.bytes(FILE_MAX_BYTES) })}
      </p>
      {input({ ref: chooser, accept: ACCEPT, multiple: true })}
      {input({ ref: camera, accept: 'image/*', capture: 'environment' })}
    </div>
  );
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

function useDrop(enabled: boolean, onFiles: (files: readonly File[]) => void) {
  /** How many of the elements below the pointer it has entered and not left. */
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  if (!enabled) return { over: false, props: {} };
  return {
    over,
    props: {
      onDragEnter: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        depth.current++;
        setOver(true);
      },
      onDragLeave: () => {
        if (--depth.current <= 0) end();
      },
      onDragOver: (event: DragEvent) => {
        if (holdsFiles(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        end();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

/** Files from the clipboard, wherever the focus is but in a field. */
function usePaste(enabled: boolean, onFiles: (files: readonly File[]) => void): void {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (!enabled) return;
    const pasted = (event: ClipboardEvent | ReactClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const field = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
      if (files.length === 0 || field) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', pasted);
    return () => document.removeEventListener('paste', pasted);
  }, [enabled]);
}
