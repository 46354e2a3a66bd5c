import { auth } from '../../lib/client/auth/browser.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

await ready('capture');

/** Signing out while taps wait on the tablet: they stay, and go out when he signs in again. */
export default function SignOutDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t('capture:sign_out.title')}
      isOpen
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => void auth().logout()}>{t('capture:sign_out.leave')}</Button>
          <Button variant="primary" onPress={onClose}>
            {t('capture:sign_out.stay')}
          </Button>
        </>
      }
    >
      <p>{t('capture:sign_out.text', { count })}</p>
    </Dialog>
  );
}
