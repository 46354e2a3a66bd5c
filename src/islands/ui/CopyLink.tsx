import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from './Boundary.tsx';
import { copyText } from './copy-text.ts';
import { IconButton } from './IconButton.tsx';
import { toast } from './toasts.ts';

const LinkShown = part(() => import('./LinkShown.tsx'));

/** Copies a link to what is shown; where the browser refuses, the link is shown to be copied by hand. */
export function CopyLink({ link }: { link: () => string }) {
  const t = useT();
  const [shown, setShown] = useState<string | null>(null);
  const copy = async () => {
    const text = link();
    if (await copyText(text)) toast({ kind: 'info', text: t('range:link_copied') });
    else setShown(text);
  };
  return (
    <>
      <IconButton size="sm" icon={Link2} label={t('range:copy_link')} onPress={() => void copy()} />
      {shown === null ? null : (
        <Boundary>
          <LinkShown link={shown} onClose={() => setShown(null)} />
        </Boundary>
      )}
    </>
  );
}
