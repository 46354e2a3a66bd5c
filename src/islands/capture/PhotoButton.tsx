import { Camera } from 'lucide-react';
import { useT } from '../../lib/i18n/words.tsx';
import { Icon } from '../ui/Icon.tsx';
import { BUTTON_PLAIN } from './looks.ts';

/** Opens the camera. */
export function PhotoButton({ onPhoto, className = '' }: { onPhoto(): void; className?: string }) {
  const t = useT();
  return (
    <button type="button" className={`${BUTTON_PLAIN} ${className}`} onClick={onPhoto}>
      <Icon of={Camera} size={20} />
      {t('capture:photo.take')}
    </button>
  );
}
