import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { qrPath } from '../../lib/domain/text/qr.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from './Button.tsx';
import { CopyField } from './CopyField.tsx';
import { Dialog } from './Dialog.tsx';
import { labelSvg } from './qr.ts';
import { fileName, saveFile } from './save-file.ts';

export interface QrOf {
  /** The whole address that a camera opens. */
  address: string;
  name: string;
  /** What else tells it apart on a label, such as its number. */
  note?: string | null;
}

/** The code alone, dark on light in every colour mode: cameras want it so. */
export function QrCode({ address, name }: Pick<QrOf, 'address' | 'name'>) {
  const t = useT();
  const { size, path } = useMemo(() => qrPath(address), [address]);
  return (
    <svg
      role="img"
      aria-label={t('ui:qr.of', { name })}
      className="mx-auto w-full max-w-60 rounded-2 bg-[white]"
      viewBox={`0 0 ${size} ${size}`}
    >
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}

/** A code to be pointed at with a phone or a tablet, its address, and a label to be printed. */
export default function QrDialog({ address, name, note = null, onClose }: QrOf & { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={name}
      size="sm"
      isOpen
      onClose={onClose}
      footer={
        <Button icon={Download} onPress={() => saveFile(`${fileName(name)}.svg`, labelSvg(address, name, note), 'image/svg+xml')}>
          {t('ui:qr.label')}
        </Button>
      }
    >
      <p>{t('ui:qr.text')}</p>
      <QrCode address={address} name={name} />
      <CopyField label={t('ui:qr.address')} text={address} />
    </Dialog>
  );
}
