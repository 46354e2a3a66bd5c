import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from './Boundary.tsx';
import { opensDialog } from './Dialog.tsx';
import { IconButton } from './IconButton.tsx';
import type { QrOf } from './QrDialog.tsx';

const QrDialog = part(() => import('./QrDialog.tsx'));

/** Shows the address of something as a code for the camera of a phone or a tablet; the address is asked for when it is pressed. */
export function QrButton({ address, ...of }: Omit<QrOf, 'address'> & { address: () => string }) {
  const t = useT();
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <IconButton variant="default" icon={QrCode} label={t('ui:qr.show')} onPress={() => setShown(address())} {...opensDialog(QrDialog)} />
      {shown === null ? null : (
        <Boundary instead={null} onFailure={() => setShown(null)}>
          <QrDialog {...of} address={shown} onClose={() => setShown(null)} />
        </Boundary>
      )}
    </>
  );
}
