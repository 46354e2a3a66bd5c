import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { useT } from '../../lib/i18n/words.tsx';
import { Icon } from '../ui/Icon.tsx';

/** What asks beside the pad, never over it: whoever measures goes on tapping, and answers or doesn't. */
export function Sheet({ title, onClose, children }: { title: ReactNode; onClose(): void; children: ReactNode }) {
  const t = useT();
  const id = useId();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [onClose]);
  return (
    <div className="cap-beside" role="dialog" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" aria-label={t('capture:earlier.close')} onClick={onClose}>
          <Icon of={X} size={24} />
        </button>
      </header>
      {children}
    </div>
  );
}
