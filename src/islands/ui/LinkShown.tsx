import { useT } from '../../lib/i18n/react.tsx';
import { CopyField } from './CopyField.tsx';
import { Dialog } from './Dialog.tsx';

/** A link to be copied by hand. */
export default function LinkShown({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={t('range:copy_link')} isOpen onClose={onClose}>
      <CopyField label={t('range:link')} text={link} />
    </Dialog>
  );
}
