import { useStore } from '@nanostores/react';
import { Check, CloudUpload, ShieldAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { KeptPhoto } from '../../lib/client/capture/journal.ts';
import type { Photos } from '../../lib/client/capture/photos.store.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { useT } from '../../lib/i18n/words.tsx';
import { Icon } from '../ui/Icon.tsx';
import { BUTTON_PLAIN } from './looks.ts';

await ready('errors');

const SIGNS = { waiting: CloudUpload, stored: Check, failed: ShieldAlert } as const;
const COLOURS = { waiting: 'text-ink-2', stored: 'text-ok-text', failed: 'text-alarm-text' } as const;

/** Photos of a measurement that were taken on this tablet, the newest first, and what became of each. */
export function PhotoList({ photos, measurement }: { photos: Photos; measurement: string }) {
  const t = useT();
  const own = useStore(photos.$kept).filter((one) => one.measurement === measurement);
  const working = useStore(photos.$taking) === 'working';
  if (own.length === 0 && !working) return null;
  return (
    <ul className="my-2 grid max-h-52 gap-1.5 overflow-y-auto overscroll-contain" aria-label={t('capture:photo.title')}>
      {working ? <li className="text-14 text-ink-2">{t('capture:photo.working')}</li> : null}
      {own.toReversed().map((photo) => (
        <Line key={photo.id} photo={photo} photos={photos} />
      ))}
    </ul>
  );
}

function Line({ photo, photos }: { photo: KeptPhoto; photos: Photos }) {
  const t = useT();
  const { id, name, state, code } = photo;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1" data-photo={state}>
      <Thumb bytes={photo.thumb} />
      <span className="min-w-0 flex-1 text-14 leading-5">
        <span className="block truncate">{name}</span>
        <span className={`flex items-start gap-1.5 text-12 leading-4 ${COLOURS[state]}`}>
          <Icon of={SIGNS[state]} size={16} className="flex-none" />
          <span>
            {t(`capture:photo.${state}`)}
            {state === 'failed' && code !== null ? `: ${t(`errors:${code as 'not_found'}`)}` : null}
          </span>
        </span>
      </span>
      {state === 'failed' ? (
        <span className="flex gap-2 max-[480px]:w-full">
          <button type="button" className={BUTTON_PLAIN} onClick={() => void photos.again(id)}>
            {t('capture:photo.again')}
          </button>
          <button type="button" className={BUTTON_PLAIN} onClick={() => void photos.drop(id)}>
            {t('capture:photo.drop')}
          </button>
        </span>
      ) : null}
    </li>
  );
}

function Thumb({ bytes }: { bytes: ArrayBuffer }) {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
    setSrc(url);
    return () => URL.revokeObjectURL(url);
  }, [bytes]);
  return <img className="size-12 flex-none rounded-1 bg-sunken object-cover" src={src} alt="" />;
}
