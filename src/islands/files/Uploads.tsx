import { useStore } from '@nanostores/react';
import { CircleAlert, FileUp, RotateCw, X } from 'lucide-react';
import { type FilesStore, mayTryAgain, type Upload } from '../../lib/client/files/files.store.ts';
import { FILE_MAX_BYTES, FILES_PER_ROW } from '../../lib/constants.ts';
import type { Format } from '../../lib/i18n/format.ts';
import type { T } from '../../lib/i18n/index.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useConnection } from '../ui/AsOf.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';

function reason({ state, file }: Upload, t: T, format: Format): string {
  if (state.status !== 'refused') return '';
  switch (state.code) {
    case 'too_large':
    case 'body_too_large':
      return t('files:upload.too_large', { size: format.bytes(file.size), limit: format.bytes(FILE_MAX_BYTES) });
    case 'empty':
      return t('files:upload.empty');
    case 'file_type_refused':
      return t('files:upload.refused');
    case 'too_many_files':
      return t('files:upload.full', { limit: String(FILES_PER_ROW) });
    default:
      return t(`errors:${state.code}`);
  }
}

function stateText({ state }: Upload, isStalled: boolean, t: T, format: Format): string {
  if (isStalled) return t('files:upload.stalled');
  if (state.status === 'sending') return `${t('files:upload.sending')} ${format.percent(state.share)}`;
  return state.status === 'checking' ? t('files:upload.checking') : t('files:upload.waiting');
}

interface UploadsProps {
  store: FilesStore;
  onAgain: (key: number) => void;
}

/** What is on its way, and what was refused and why. */
export function Uploads({ store, onAgain }: UploadsProps) {
  const t = useT();
  const uploads = useStore(store.$uploads);
  return (
    <ul className="empty:hidden" aria-label={t('files:upload.label')} aria-live="polite">
      {uploads.map((one) => (
        <UploadRow key={one.key} upload={one} store={store} onAgain={onAgain} />
      ))}
    </ul>
  );
}

function UploadRow({ upload, store, onAgain }: UploadsProps & { upload: Upload }) {
  const t = useT();
  const format = useFormat();
  const { name, state, key } = upload;
  const refused = state.status === 'refused';
  const isStalled = useConnection().status === 'silent';
  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 min-h-[var(--row)] py-1 border-b border-b-line"
      data-refused={refused ? '' : undefined}
    >
      <Icon of={refused ? CircleAlert : FileUp} className={refused ? 'text-alarm-text' : 'text-ink-3'} />
      <span className="two">
        <span className="one-line">{name}</span>
        {refused ? (
          <small className="whitespace-normal text-alarm-text">{reason(upload, t, format)}</small>
        ) : (
          <>
            {/* Not read out at each step: the bar itself can be asked. */}
            <small aria-hidden="true">{stateText(upload, isStalled, t, format)}</small>
            <progress
              className="h-1 w-full appearance-none rounded-1 border-0 bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
              aria-label={t('files:upload.progress', { name })}
              max={1}
              value={state.status === 'sending' ? state.share : state.status === 'checking' ? 1 : 0}
            />
          </>
        )}
      </span>
      <span className="row">
        {refused && mayTryAgain(state.code) ? (
          <IconButton icon={RotateCw} size="sm" label={t('files:upload.again')} onPress={() => onAgain(key)} />
        ) : null}
        <IconButton
          icon={X}
          size="sm"
          label={t(refused ? 'files:upload.dismiss' : 'files:upload.cancel_name', { name })}
          onPress={() => store.drop(key)}
        />
      </span>
    </li>
  );
}
